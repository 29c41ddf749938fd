import { z } from 'zod'
import { UploadAddress } from '../domain/upload.ts'
import { create, raw } from './kit/endpoint.ts'

const token = { token: z.string().max(100).default('') }

export const startUpload = create({
  path: '/api/objects/upload',
  who: 'signed-in',
  summary:
    'An address for the bytes of one file: one PUT within 15 minutes, of at most 10,485,760 bytes for clients and 200 MB for the team. 20 a minute, 100 a day (429); 507 when the disk is nearly full.',
  reply: UploadAddress,
})

export const storeUpload = raw('PUT', {
  path: '/api/objects/upload/:id',
  who: 'anyone',
  summary:
    'Takes the bytes, whatever their type, from whoever has the address; answers an ETag. 403 in XML once it has expired, 409 for a second PUT, 413 past the size.',
  query: token,
})

export const storeUploadPart = raw('PUT', {
  path: '/api/objects/upload/:id/parts/:number',
  who: 'anyone',
  summary: 'Takes the bytes of one part of a file that comes in parts; sent again, it replaces the earlier one.',
  query: token,
})
