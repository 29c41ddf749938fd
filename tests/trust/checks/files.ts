// D. Files
import type { Check } from '../check.ts'
import { killedUploads, tenLargeFiles } from '../probes/files.ts'

const inspect = 'server/file-inspection/inspect.test.ts'
const documents = 'server/documents/documents.test.ts'
const claiming = 'server/documents/claiming.test.ts'
const objects = 'server/objects/objects.test.ts'

export const fileChecks: Check[] = [
  {
    id: 'D1',
    title: 'Type',
    gate: 1,
    anchor: 'V5.2.2',
    passes:
      '30 files (right, renamed, of two kinds, with macros, SVG, program, empty, cut off): the verdict is right for each, from content and name.',
    tests: [`${inspect}: uploading`, documents, claiming],
  },
  {
    id: 'D2',
    title: 'Size',
    gate: 1,
    anchor: 'V5.2.1',
    passes:
      '10,485,760 bytes and one more; a lying or missing length: taken or 413, nothing left; ten at once cost at most 50 MB.',
    tests: [`${objects}: is 10,485,760 bytes for a client`, `${objects}: is counted, not believed`],
    probes: [tenLargeFiles],
  },
  {
    id: 'D3',
    title: 'Bombs',
    gate: 1,
    anchor: 'V5.2.3',
    passes: 'Refused in at most a second without unpacking; limits 200 MB, 2,000 entries, ratio 100.',
    tests: [`${inspect}`],
  },
  {
    id: 'D4',
    title: 'Names and serving',
    gate: 1,
    anchor: 'V5.3.2, V5.4, V3.2.1',
    passes:
      'Stored under a made key; given as an attachment with its name encoded and the right type; in the browser only PDF.',
    tests: [
      `${documents}: the file`,
      `${documents}: no key of the store`,
      'server/kit/files-on-disk.test.ts: keeping a file',
    ],
  },
  {
    id: 'D5',
    title: 'Claiming, and addresses to upload to',
    gate: 1,
    anchor: 'V5.4, API7',
    passes:
      'Only its uploader, once, into a folder they may write to; measured; other addresses refused unfetched; 15 minutes; changed 403.',
    tests: [claiming, objects],
  },
  {
    id: 'D6',
    title: 'Quotas and orphans',
    gate: 2,
    anchor: 'V5.2.4',
    passes:
      '100 files a person a day, 5 GB a folder; unclaimed gone in a day; every row has its bytes and no bytes lack a row.',
    tests: [
      `${objects}: is given twenty times a minute, and a hundred times a day`,
      `${objects}: takes what nobody registered within a day`,
      'server/documents/scan.test.ts: a folder takes five gigabytes',
      `${documents}: the rows and the bytes agree in the end`,
    ],
    probes: [killedUploads],
  },
  {
    id: 'D7',
    title: 'The scanner',
    gate: 2,
    anchor: 'V5.4.3',
    passes: 'What it finds is given to nobody; while it is away documents wait, and others cannot open them.',
    tests: ['server/documents/scan.test.ts'],
  },
]
