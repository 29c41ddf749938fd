// A form keeps what was typed when the server refuses, the session has ended or the network is gone: web/kit/form-with.ts sees to
// it, and tests/journeys/forms.spec.ts shows it. So every form goes through there, but for those named here with what keeps theirs.
import { describe, expect, it } from 'vitest'
import { filesUnder, type SourceFile } from './house.ts'

const ownKeepers: Record<string, string> = {
  'web/client-folders/ReassignDialog.tsx': 'one choice, which stays in the dialog',
  'web/hr-assistant/QuestionForm.tsx': 'web/hr-assistant/asking.ts',
  'web/kit/Dialog.tsx': 'the form of every dialog; its submit is given',
  'web/messages/Composer.tsx': 'web/messages/kept-draft.ts',
  'web/signing/Signing.tsx':
    'tests/journeys/signing.spec.ts: what was entered outlives a lost network and an ended session',
  'web/users/HandOverDialog.tsx': 'choices, which stay in the dialog',
}

const submits = (file: SourceFile) => /\bonSubmit=/.test(file.text) || /<form\b/.test(file.text)
const goesThroughTheKit = ({ text }: SourceFile) =>
  !/onSubmit=\{(?!(form|props)\.(submit|onSubmit)\}|onSubmit\})/.test(text) &&
  /use(Portal|SignIn)Form\(|useFormWith[(<]|FormDialog|form: PortalForm/.test(text)

const strays = (files: SourceFile[]) =>
  files
    .filter((file) => submits(file) && !goesThroughTheKit(file) && ownKeepers[file.path] === undefined)
    .map(({ path }) => path)

describe('a form', () => {
  const files = filesUnder(['web'], /\.tsx$/)

  it('goes through the kit, which keeps what was typed', () => {
    expect(files.filter(submits).length).toBeGreaterThan(10)
    expect(strays(files)).toEqual([])
  })

  it('that keeps its own is still there', () => {
    const there = new Set(files.filter(submits).map(({ path }) => path))
    expect(Object.keys(ownKeepers).filter((path) => !there.has(path))).toEqual([])
  })

  it('has its fields from one place', () => {
    const makers = filesUnder(['web'], /\.tsx?$/).filter(
      ({ text }) => /from 'react-hook-form'/.test(text) && /\buseForm[(<]/.test(text),
    )
    expect(makers.map(({ path }) => path)).toEqual(['web/kit/form-with.ts'])
  })

  it('that sends by itself is caught', () => {
    const own = { path: 'web/x/X.tsx', text: '<form onSubmit={(event) => void send(event)}>' }
    const kit = {
      path: 'web/x/Y.tsx',
      text: 'const form = usePortalForm({})\n<form noValidate onSubmit={form.submit}>',
    }
    expect(strays([own, kit])).toEqual(['web/x/X.tsx'])
  })
})
