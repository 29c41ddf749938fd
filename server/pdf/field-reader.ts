// The thread that reads what stands in the fields of a PDF, and ends.
import { parentPort, workerData } from 'node:worker_threads'
import { PDFCheckBox, PDFDocument, PDFRadioGroup, PDFTextField } from '@cantoo/pdf-lib'
import type { FieldsRead } from './read-fields.ts'

void read(workerData as Uint8Array).then((found) => parentPort?.postMessage(found))

async function read(bytes: Uint8Array): Promise<FieldsRead> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false }).catch(() => null)
  if (document === null) return { problem: 'unreadable' }
  if (document.isEncrypted) return { problem: 'protected' }
  const fields: Record<string, string> = Object.create(null) as Record<string, string>
  try {
    for (const field of document.getForm().getFields()) {
      if (field instanceof PDFTextField) fields[field.getName()] = (field.getText() ?? '').replace(/\r\n?/g, '\n')
      else if (field instanceof PDFCheckBox) fields[field.getName()] = field.isChecked() ? 'yes' : ''
      else if (field instanceof PDFRadioGroup) fields[field.getName()] = field.getSelected() ?? ''
    }
  } catch {
    // Not as PDF-libraries write fields; whoever made it meant to have it read otherwise.
    return { problem: 'unreadable' }
  }
  return { fields }
}
