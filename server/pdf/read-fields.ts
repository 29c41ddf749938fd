// Reads the fields of an uploaded PDF. Runs in the process that examines uploads (server/seal/process.ts), because a
// file may be crafted to use all time or memory.
import { PDFCheckBox, PDFDocument, PDFRadioGroup, PDFTextField } from '@cantoo/pdf-lib'

/** The text of each field: a checked box is 'yes', a choice its value, and an empty field an empty string. */
export type FieldsRead =
  | { fields: Record<string, string> }
  | { problem: 'unreadable' | 'protected' | 'too-much' | 'busy' }

export async function readFields(bytes: Uint8Array): Promise<FieldsRead> {
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
    // PDF libraries don't write fields like these, so the file was crafted to be misread.
    return { problem: 'unreadable' }
  }
  return { fields }
}
