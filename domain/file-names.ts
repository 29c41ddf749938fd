// File names inside an archive: each unpacks on any system, into its own folder, without a collision, whatever its
// original name.

/** Most file systems allow 255 bytes; this leaves room for "(2)". */
const maxBytes = 200

const reservedOnWindows = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i
// Control characters, direction overrides and invisible marks, and characters with a meaning in Windows and in paths.
const unusable = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff<>:"/\\|?*]/g // oxlint-disable-line no-control-regex

/** A path component: never empty, never `..`, at most 200 bytes, with its extension. */
export function safeName(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replace(unusable, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  const usable = plain === '' ? 'unnamed' : reservedOnWindows.test(plain) ? `_${plain}` : plain
  const ending = /\.[a-z0-9]{1,10}$/i.exec(usable)?.[0] ?? ''
  return shortened(usable.slice(0, usable.length - ending.length), maxBytes - ending.length) + ending
}

/** Makes paths unique: the second one with the same name, ignoring case, gets "(2)". */
export function uniquePaths(): (folder: string, name: string) => string {
  const taken = new Set<string>()
  return (folder, name) => {
    const safe = safeName(name)
    const ending = /\.[a-z0-9]{1,10}$/i.exec(safe)?.[0] ?? ''
    const stem = safe.slice(0, safe.length - ending.length)
    for (let count = 1; ; count++) {
      const path = `${folder}${stem}${count === 1 ? '' : ` (${count})`}${ending}`
      if (taken.has(path.toLowerCase())) continue
      taken.add(path.toLowerCase())
      return path
    }
  }
}

/** Cut between characters, counted in UTF-8 bytes. */
function shortened(text: string, maxBytes: number): string {
  let bytes = 0
  let cut = ''
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    if (bytes > maxBytes) break
    cut += character
  }
  return cut.trimEnd()
}
