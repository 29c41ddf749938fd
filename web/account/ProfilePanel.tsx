import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { changeProfile } from '../../api/profile.ts'
import { ProfileChange } from '../../domain/profile.ts'
import type { UserView } from '../../domain/user.ts'
import { Button } from '../kit/Button.tsx'
import { Email } from '../kit/PersonName.tsx'
import { call, CallError } from '../kit/call.ts'
import { usePortalForm } from '../kit/form.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { Panel } from '../kit/Panel.tsx'
import { TextField } from '../kit/TextField.tsx'
import { toast } from '../kit/toast-store.ts'
import { useUnsavedWork } from '../kit/unsaved-work.ts'
import { fullName } from '../session/names.ts'
import { roleWords } from '../session/roles.ts'
import { NameFields } from '../users/NameFields.tsx'
import { ChangeEmailDialog } from './ChangeEmailDialog.tsx'

/** The user's profile. Name and phone are saved right away; a new email address is confirmed by a link. */
export function ProfilePanel({ user }: { user: UserView }) {
  const client = useQueryClient()
  const [moving, setMoving] = useState(false)
  const form = usePortalForm({
    schema: ProfileChange,
    defaultValues: formValuesOf(user),
    failure: 'Couldn’t save your profile. Try again.',
    send: async (body) => {
      try {
        return await call(changeProfile, { body, ifMatch: user.version })
      } catch (error) {
        // Load what someone else changed while the user was editing, and keep what was typed: saving again saves it.
        if (error instanceof CallError && error.status === 412) await client.invalidateQueries({ queryKey: ['users'] })
        throw error
      }
    },
    onSent: async (saved) => {
      form.reset(formValuesOf(saved))
      toast.success('Profile saved')
      await client.invalidateQueries({ queryKey: ['users'] })
    },
  })
  const { register, errorOf } = form
  const { isDirty } = form.formState
  useUnsavedWork(isDirty && !form.pending)
  return (
    <Panel title="You" note={<span className="wrap-anywhere">{fullName(user)}</span>}>
      <form noValidate onSubmit={form.submit} aria-label="Your profile">
        <FormProblem problem={form.problem} />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <NameFields tie={(name) => ({ error: errorOf(name), ...register(name) })} />
          <TextField
            label="Phone"
            type="tel"
            autoComplete="tel"
            optional
            error={errorOf('phone')}
            {...register('phone')}
          />
        </div>
        <Button
          type="submit"
          variant={isDirty ? 'primary' : 'secondary'}
          className="mt-4"
          disabled={!isDirty}
          pending={form.pending}
          pendingLabel="Saving..."
        >
          Save
        </Button>
      </form>
      <dl className="mt-5 grid grid-cols-1 gap-3 border-t border-line pt-4 sm:grid-cols-2">
        <Fact label="Email" value={<Email>{user.email}</Email>}>
          <Button size="small" onClick={() => setMoving(true)} aria-label="Change your email address">
            Change
          </Button>
        </Fact>
        <Fact label="Username" value={user.username} />
        <Fact label="Role" value={roleWords[user.role]} />
      </dl>
      {moving && <ChangeEmailDialog onClose={() => setMoving(false)} />}
    </Panel>
  )
}

const formValuesOf = ({ firstName, lastName, phone }: UserView) => ({
  firstName: firstName ?? '',
  lastName: lastName ?? '',
  phone: phone ?? '',
})

function Fact({ label, value, children }: { label: string; value: ReactNode; children?: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-meta text-ink-3">{label}</dt>
      <dd className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 text-body text-ink">
        <span className="min-w-0 wrap-anywhere">{value}</span>
        {children}
      </dd>
    </div>
  )
}
