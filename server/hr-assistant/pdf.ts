import { type AssistantConversation, confidenceWords, placeOf } from '../../domain/hr-assistant.ts'
import { day } from '../pdf-templates/format.ts'
import { type PdfPrinter, printPdf } from '../pdf-templates/print.ts'

type Exported = Pick<
  AssistantConversation,
  'query' | 'response' | 'applies' | 'passages' | 'nextSteps' | 'confidence' | 'kind' | 'createdAt' | 'source'
>

/** An answer as a PDF: the question, the answer, the passages with date and status, and the next steps. */
export async function printAnswer(pdfPrinter: PdfPrinter, conversation: Exported): Promise<Uint8Array> {
  const { query, response, applies, passages, nextSteps, confidence, kind, createdAt } = conversation
  const date = createdAt.slice(0, 10)
  const { bytes } = await printPdf(pdfPrinter, 'assistant-answer', {
    footer: `HR Assistant · ${pdfPrinter.config.provider.name}`,
    facts: [
      { label: 'Date', value: day(date) },
      ...(kind === 'answer' ? [{ label: 'Confidence', value: confidenceWords(confidence) }] : []),
    ],
    question: query,
    applies,
    answer: response.split('\n\n'),
    passages: passages.map((passage) => ({
      title: `${passage.title}: ${passage.heading}`,
      address: `${pdfPrinter.config.publicUrl}${placeOf(passage)}`,
      quote: passage.quote,
      date: passage.asOf ? day(passage.asOf) : null,
      status: passage.status ?? null,
    })),
    nextSteps: nextSteps.map(({ text }) => text),
  })
  return bytes
}
