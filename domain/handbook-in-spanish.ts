// The Spanish translation of what employees confirm. The English text is what counts; the translation is shown next to it.
import { handbookAcknowledgment } from './handbook.ts'

/** One for each line of the English text. */
const translations = [
  'He recibido el manual del empleado de [Employer]. Entiendo que soy responsable de leerlo y que puedo preguntar sobre cualquier punto que no esté claro a la persona de contacto de recursos humanos ([HR contact]).',
  'Entiendo que el manual no es un contrato y que el empleo es a voluntad (“at will”), salvo que un contrato escrito o una ley disponga otra cosa. Entiendo que [Employer] puede cambiar sus políticas mediante un aviso por escrito.',
  'Sé cómo reportar una inquietud, y sé que [Employer] prohíbe las represalias.',
]

const fields = /\[[^[\]]+\]/g

/**
 * The translation of a text as a version of a handbook stores it, with its employer and contact. Null if some line isn't today's
 * text: a version of an earlier release has no translation.
 */
export function acknowledgmentInSpanish(lines: readonly string[]): string[] | null {
  if (lines.length !== handbookAcknowledgment.length) return null
  const translated = lines.map((line, index) =>
    translate(line, handbookAcknowledgment[index] ?? '', translations[index] ?? ''),
  )
  return translated.every((line) => line !== null) ? translated : null
}

function translate(line: string, english: string, spanish: string): string | null {
  const values = valuesIn(line, english)
  return values === null ? null : spanish.replace(fields, (field) => values.get(field) ?? field)
}

/** What a filled-in line has in place of each field; null if it is another text. */
function valuesIn(line: string, english: string): Map<string, string> | null {
  const names = english.match(fields) ?? []
  const pattern = english.split(fields).map(escapePattern).join('(.+)')
  const found = new RegExp(`^${pattern}$`, 's').exec(line)
  return found === null ? null : new Map(names.map((name, index) => [name, found[index + 1] ?? name]))
}

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
