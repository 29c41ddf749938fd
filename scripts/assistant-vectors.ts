// Computes missing vectors of the assistant's questions and sentences, and writes content/assistant-vectors.bin. Usage:
// node scripts/launch.mjs assistant-vectors
import { writeFileSync } from 'node:fs'
import { bundledUnits } from '../server/hr-assistant/search/answer-units.ts'
import { loadEmbedder, StoredVectors, vectorsFile } from '../server/hr-assistant/search/embedder.ts'
import { indexLibrary } from '../server/hr-assistant/search/library-index.ts'
import { indexQuestions, textsToEmbed } from '../server/hr-assistant/search/question-index.ts'
import { bundledVocabulary } from '../server/hr-assistant/search/vocabulary.ts'
import { bundledPolicies } from '../server/hr-policies/bundled.ts'
import { sectionsOf } from '../server/hr-policies/markdown.ts'

const library = await indexLibrary(
  bundledPolicies().map((policy) => ({ ...policy, id: policy.slug, sections: sectionsOf(policy) })),
  bundledVocabulary(),
)
const stored = StoredVectors.read()
const index = await indexQuestions(bundledUnits(), library, stored, await loadEmbedder())
const texts = textsToEmbed(index, index.answers)
const bytes = stored.bytesOf(texts)
writeFileSync(vectorsFile, bytes)
process.stdout.write(`Done: ${new Set(texts).size} vectors in content/assistant-vectors.bin (${bytes.length} bytes).\n`)
