// Computes missing vectors of the assistant's questions, and learns from the questions what indicates each answer. Writes
// content/assistant-vectors.bin and content/assistant-model.bin. Usage: node scripts/launch.mjs assistant-vectors
import { writeFileSync } from 'node:fs'
import { bundledUnits } from '../server/hr-assistant/search/answer-units.ts'
import { loadEmbedder, StoredVectors, vectorsFile, vectorsOf } from '../server/hr-assistant/search/embedder.ts'
import { fitQuestionModel } from '../server/hr-assistant/search/fit-question-model.ts'
import { indexLibrary } from '../server/hr-assistant/search/library-index.ts'
import { labeledQuestions, textsToEmbed } from '../server/hr-assistant/search/question-index.ts'
import { modelFile } from '../server/hr-assistant/search/question-model.ts'
import { bundledVocabulary } from '../server/hr-assistant/search/vocabulary.ts'
import { bundledPolicies } from '../server/hr-policies/bundled.ts'
import { sectionsOf } from '../server/hr-policies/markdown.ts'

const library = await indexLibrary(
  bundledPolicies().map((policy) => ({ ...policy, id: policy.slug, sections: sectionsOf(policy) })),
  bundledVocabulary(),
)
const units = bundledUnits()
const texts = textsToEmbed(units, library)
const stored = StoredVectors.read()
await vectorsOf(texts, stored, await loadEmbedder())
const bytes = stored.bytesOf(texts)
writeFileSync(vectorsFile, bytes)
const model = fitQuestionModel(labeledQuestions(units, library)).bytes()
writeFileSync(modelFile, model)
process.stdout.write(
  `Done: ${new Set(texts).size} vectors in content/assistant-vectors.bin (${bytes.length} bytes), and content/assistant-model.bin (${model.length} bytes).\n`,
)
