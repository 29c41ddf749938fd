// Document data as JSON, without the few characters that no document can show or that would break its lines.

/** Direction overrides and embeddings would reorder the text; the other characters are invisible. */
// oxlint-disable-next-line no-control-regex
const shapeless = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u202a-\u202e\u2060-\u2064\ufeff\ufff9-\ufffc]/g
// oxlint-disable-next-line no-control-regex
const lineEnds = /\r\n|[\r\u000b\u000c\u0085\u2028\u2029]/g

/** A run of Latin letters, digits, and marks that is wider than the narrowest column. */
const longRun = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}!-~]{37,}/gu
const hash = /^[0-9a-f]{64}$/

export function printable(data: unknown): string {
  return JSON.stringify(data, (_key, value: unknown) => (typeof value === 'string' ? text(value) : value))
}

function text(value: string): string {
  const plain = value.toWellFormed().replace(lineEnds, '\n').replaceAll('\t', ' ').replace(shapeless, '')
  return hash.test(plain) ? plain : plain.replace(longRun, withBreaks)
}

/** Adds break opportunities to a long word: after the punctuation of addresses, and every twelve characters. */
const withBreaks = (run: string) => run.replace(/[@/\\.,;:_?&=+-]+(?=.)|[^@/\\.,;:_?&=+-]{12}(?=.)/gu, '$&\u200b')
