// Fills in a form as a PDF reader would: through a PDF library, by field name.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PDFCheckBox, PDFDocument, PDFRadioGroup, PDFTextField } from '@cantoo/pdf-lib'
import fontkit from '@pdf-lib/fontkit'
import { fieldsOf, type HrForm } from '../../domain/hr-form.ts'

const font = createRequire(import.meta.url).resolve('@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf')

/** @param values by field; true checks a box, a choice is given by its value */
export async function filled(bytes: Uint8Array, values: Record<string, string | true>): Promise<Buffer> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  document.registerFontkit(fontkit)
  const form = document.getForm()
  for (const [name, value] of Object.entries(values)) {
    const field = form.getField(name)
    if (field instanceof PDFTextField) field.setText(String(value))
    else if (field instanceof PDFRadioGroup) field.select(String(value))
    else if (field instanceof PDFCheckBox) field.check()
  }
  form.updateFieldAppearances(await document.embedFont(readFileSync(font), { subset: false }))
  return Buffer.from(await document.save({ updateFieldAppearances: false }))
}

/** A value for every field. */
export const everything = (form: HrForm): Record<string, string | true> =>
  Object.fromEntries(
    fieldsOf(form).map(({ name, kind, choices }) => {
      if (kind === 'check') return [name, true]
      if (kind === 'date') return [name, '12/31/2026']
      if (kind === 'choice') return [name, choices?.at(-1)?.value ?? '']
      if (name === 'email') return [name, 'zoe@example.com']
      return [name, kind === 'text' ? 'Zoë Łukasz wrote this.\nAnd this.' : 'Zoë Łukasz 1234567890']
    }),
  )
