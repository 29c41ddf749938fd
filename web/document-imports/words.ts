import { manifestName, maxImportedFiles } from '../../domain/document-import.ts'
import { teamSizeLimit } from '../../domain/file-kind.ts'

const number = (count: number) => count.toLocaleString('en-US')

export const filesInWords = (count: number) => `${number(count)} ${count === 1 ? 'document' : 'documents'}`

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  upload: 'Upload a ZIP of files. You can review where each file goes before anything is added.',
  limits: `ZIP, up to ${teamSizeLimit / 1_048_576} MB and ${number(maxImportedFiles)} files.`,
  byPath:
    'Put each client’s files in a directory with the name of the client folder: “Oak Grove School/Contracts/Lease.pdf” goes to the subfolder “Contracts” of the folder “Oak Grove School”.',
  byFolder: 'If you choose a client folder, all files go there, and directories become subfolders.',
  byManifest: `Or add a list named ${manifestName} with the columns File, Name, Subfolder, Tags, Visibility, Client folder, and Client email. The ZIP of a folder export already contains one.`,
  draft: (counts: string) => `${counts}. Nothing has been added yet.`,
  leftOut: (files: number) =>
    `${number(files)} ${files === 1 ? 'file with a problem is' : 'files with problems are'} left out.`,
  start: 'Clients can see the documents in their folders right away. They get no email about them.',
  empty: 'Imports will appear here when you upload a ZIP.',
}
