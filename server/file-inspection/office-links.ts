// Targets that a part of an Office file may reference (ECMA-376 part 2, relationships): links that a person clicks, and
// nothing that is loaded or started when the file is opened.
import type { ContentFault } from '../../domain/file-kind.ts'

/** Attributes of a Relationship element. */
type Relationship = Record<string, string>

export function faultOfRelationship({ Type = '', Target = '', TargetMode = '' }: Relationship): ContentFault | null {
  const type = (Type.split('/').at(-1) ?? '').toLowerCase()
  const target = unescaped(Target)
  const isElsewhere = /^external$/i.test(TargetMode.trim()) || /^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(target)
  if (/^(?:vbaproject|wordvbadata|xlmacrosheet|xlintlmacrosheet|attachedtoolbars)$/.test(type)) return 'macros'
  if (type === 'attachedtemplate') return isOnOwnDisk(target) ? null : 'template'
  if (type === 'afchunk') return 'inserted'
  if (type === 'hyperlink' && isElsewhere) return isSafeLink(target) ? null : 'fileLink'
  if (isElsewhere) return type.startsWith('externallink') ? 'workbookLink' : 'external'
  return /^(?:oleobject|control|activexcontrolbinary)$/.test(type) ? 'objects' : null
}

const isSafeLink = (target: string) => target === '' || /^(?:https?:\/\/|mailto:|tel:|#)/i.test(target)

/**
 * Word names the author's own template in every file that is based on one; elsewhere it is not found and not fetched.
 */
const isOnOwnDisk = (target: string) =>
  /^(?:file:\/\/\/)?[a-z]:[\\/]/i.test(target) || /^[^\\/:]+\.dot[xm]?$/i.test(target)

function unescaped(target: string): string {
  // Characters that browsers and Office remove from an address before they parse it.
  const plain = target.replace(/[\u0000-\u0020\u007f-\u00a0\u200b\ufeff]+/g, '') // oxlint-disable-line no-control-regex
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}
