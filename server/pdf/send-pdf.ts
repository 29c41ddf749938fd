// A paper that was made just now, as an answer: shown in the browser or kept, and never as something that it would run.
import type { FastifyReply } from 'fastify'
import { policy } from '../file-storage/send-file.ts'
import { disposition } from '../kit/disposition.ts'

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
