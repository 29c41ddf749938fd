// A form retains what was typed when the server refuses, the session has ended, or the network is down:
// web/kit/form-with.ts implements it, and tests/e2e/forms.spec.ts checks it. So every form uses it, except those listed
// here with their own mechanism.
import { describe, expect, it } from 'vitest'
import { filesUnder, type SourceFile } from './source-files.ts'

const ownMechanisms: Record<string, string> = {
  'web/client-imports/ClientImportsPage.tsx': 'a pasted list, which stays on the page',
  'web/client-folders/ReassignDialog.tsx': 'one choice, which stays in the dialog',
  'web/hr-assistant/QuestionForm.tsx': 'web/hr-assistant/asking.ts',
  'web/kit/Dialog.tsx': 'the form of every dialog; its submit is given',
  'web/firm-settings/SectionPanel.tsx': 'the form of every section; its submit is given',
  'web/messages/Composer.tsx': 'web/messages/saved-draft.ts',
  'web/signing/Signing.tsx': 'tests/e2e/signing.spec.ts: what was entered outlives a lost network and an ended session',
  'web/users/TransferWorkDialog.tsx': 'choices, which stay in the dialog',
}

const submits = (file: SourceFile) => /\bonSubmit=/.test(file.text) || /<form\b/.test(file.text)
const usesSharedForm = ({ text }: SourceFile) =>
  !/onSubmit=\{(?!(form|props)\.(submit|onSubmit)\}|onSubmit\})/.test(text) &&
  /use(Portal|SignIn|Save)Form\(|useFormWith[(<]|FormDialog|form: PortalForm/.test(text)

const formsWithout = (files: SourceFile[]) =>
  files
    .filter((file) => submits(file) && !usesSharedForm(file) && ownMechanisms[file.path] === undefined)
    .map(({ path }) => path)

describe('a form', () => {
  const files = filesUnder(['web'], /\.tsx$/)

  it('uses the shared form, which retains what was typed', () => {
    expect(files.filter(submits).length).toBeGreaterThan(10)
    expect(formsWithout(files)).toEqual([])
  })

  it('still exists if it is listed with its own mechanism', () => {
    const there = new Set(files.filter(submits).map(({ path }) => path))
    expect(Object.keys(ownMechanisms).filter((path) => !there.has(path))).toEqual([])
  })

  it('imports its fields from one place', () => {
    const makers = filesUnder(['web'], /\.tsx?$/).filter(
      ({ text }) => /from 'react-hook-form'/.test(text) && /\buseForm[(<]/.test(text),
    )
    expect(makers.map(({ path }) => path)).toEqual(['web/kit/form-with.ts'])
  })

  it('is detected if it submits on its own', () => {
    const own = { path: 'web/x/X.tsx', text: '<form onSubmit={(event) => void send(event)}>' }
    const kit = {
      path: 'web/x/Y.tsx',
      text: 'const form = usePortalForm({})\n<form noValidate onSubmit={form.submit}>',
    }
    expect(formsWithout([own, kit])).toEqual(['web/x/X.tsx'])
  })
})
