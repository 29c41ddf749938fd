/**
 * The file name twice: in ASCII for old programs, and encoded (RFC 6266, RFC 8187). Removes what could mislead a person
 * or a program: folders, control characters, and direction overrides, which can hide an extension.
 */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const misleading = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g // oxlint-disable-line no-control-regex
  const plain = (name.split(/[/\\]/).at(-1) ?? '').replace(misleading, '').trim() || 'document'
  const ascii = plain
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(plain).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
