// Sends a generated document: shown in the browser or downloaded, and never as active content.
import type { FastifyReply } from 'fastify'
import { policy } from '../file-storage/send-file.ts'
import { disposition } from '../kit/disposition.ts'

/** A Word document to download. */
export function sendDocx(reply: FastifyReply, name: string, bytes: Uint8Array): void {
  reply
    .headers({
      'content-disposition': disposition('attachment', name),
      'content-security-policy': policy(false),
      'content-length': bytes.length,
    })
    .type('application/vnd.openxmlformats-officedocument.wordprocessingml.document')
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

export function sendPdf(
  reply: FastifyReply,
  name: string,
  bytes: Uint8Array,
  kind: 'inline' | 'attachment' = 'inline',
): void {
  reply
    .headers({
      'content-disposition': disposition(kind, name),
      'content-security-policy': policy(kind === 'inline'),
      'content-length': bytes.length,
    })
    .type('application/pdf')
    .send(bytes)
}
