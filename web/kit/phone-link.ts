/** The address that dials a phone number as people write it, with its extension: "(540) 555-0142 ext. 7". */
export function phoneLink(phone: string): string {
  const [number = '', extension = ''] = phone.split(/(?:extension|ext|x)\.?/i)
  const digits = extension.replace(/\D/g, '')
  return `tel:${number.replace(/[^\d+]/g, '')}${digits === '' ? '' : `;ext=${digits}`}`
}
