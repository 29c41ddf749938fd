// Files as people upload them, and the verdict of the inspection on each.
import { Readable } from 'node:stream'
import { expect } from 'vitest'
import { type Actor, unlimited } from '../domain/actor.ts'
import type { DocumentInput } from '../domain/document.ts'
import { DomainError } from '../domain/errors.ts'
import { kindOf } from '../domain/file-kind.ts'
import { bytesOf } from '../server/file-inspection/bytes.ts'
import { inspect } from '../server/file-inspection/inspect.ts'
import { docxParts, zip, type ZipEntry } from './samples.ts'

export const ann: Actor = { id: 'ann', role: 'client', firstName: 'Ann', lastName: 'Keller', ...unlimited }
const sam: Actor = { id: 'sam', role: 'staff', firstName: 'Sam', lastName: 'Carter', ...unlimited }

/** The bytes through the same interface as stored files. */
export const bytesIn = (buffer: Buffer) =>
  bytesOf(
    {
      read: async (_key, { start, end } = { start: 0, end: buffer.length - 1 }) => ({
        stream: Readable.from([buffer.subarray(start, end + 1)]),
        size: buffer.length,
      }),
    },
    'documents/test',
    buffer.length,
  )

export const documentInput = (name: string, bytes: Buffer): DocumentInput => ({
  documentURL: '/',
  fileName: name,
  originalName: name,
  fileSize: bytes.length,
  mimeType: '',
  clientFolderId: 'folder',
})

async function verdict(actor: Actor, name: string, bytes: Buffer): Promise<string> {
  const finding =
    bytes.length === 0 ? { kind: null, fault: 'empty' as const, resembles: null } : await inspect(bytesIn(bytes))
  try {
    return kindOf(actor, documentInput(name, bytes), { size: bytes.length, ...finding })
  } catch (error) {
    if (error instanceof DomainError) return error.message
    throw error
  }
}

/** The type of the file, or the sentence that refuses it. */
export async function expectVerdict(name: string, bytes: Buffer, forClient: string, forTeam = forClient) {
  expect(await verdict(ann, name, bytes)).toBe(forClient)
  expect(await verdict(sam, name, bytes)).toBe(forTeam)
}

/** A title, a file, and its verdict. */
export type InspectedFile = [title: string, bytes: Buffer, verdict: string]

export const word = docxParts()
export const macros = { name: 'word/vbaProject.bin', content: 'x' }

/** An archive with an additional part of the given content type. */
export const withType = (parts: ZipEntry[], name: string, type: string, content: Buffer | string = '<a/>') =>
  zip([
    ...parts.map((part) =>
      part.name === '[Content_Types].xml'
        ? {
            ...part,
            content: String(part.content).replace(
              '</Types>',
              `<Override PartName="/${name}" ContentType="${type}"/></Types>`,
            ),
          }
        : part,
    ),
    { name, content },
  ])
