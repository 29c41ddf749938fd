import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { resetSecondFactor } from '../../api/second-factor.ts'
import { endUserSessions } from '../../api/users.ts'
import type { UserView } from '../../domain/user.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { toast } from '../kit/toast-store.ts'
import { fullName } from '../session/names.ts'
import { UserSessions } from './UserSessions.tsx'
import { texts } from './words.ts'

type Act = 'end-sessions' | 'reset-second-factor'

const words: Record<Act, { button: string; title: string; question: (name: string) => string; done: string }> = {
  'end-sessions': {
    button: 'Sign out everywhere',
    title: 'Sign this person out everywhere?',
    question: texts.signOutEverywhere,
    done: 'Signed out everywhere',
  },
  'reset-second-factor': {
    button: 'Reset two-factor authentication',
    title: 'Reset two-factor authentication?',
    question: texts.resetSecondFactor,
    done: 'Two-factor authentication reset',
  },
}

/** What an administrator does when a phone is lost or a browser was left open. */
export function AccountSafety({ user }: { user: UserView }) {
  const client = useQueryClient()
  const [asking, setAsking] = useState<Act | null>(null)
  const act = useMutation({
    mutationFn: async (which: Act) => {
      const params = { id: user.id }
      await (which === 'end-sessions' ? call(endUserSessions, { params }) : call(resetSecondFactor, { params }))
    },
    onSuccess: (_, which) => toast.success(words[which].done),
    onError: (error) => toast.error(sentenceOf(error, 'Try again.')),
    onSettled: async () => {
      setAsking(null)
      await client.invalidateQueries({ queryKey: ['users'] })
    },
  })
  const offered = (['end-sessions', 'reset-second-factor'] as const).filter((each) => user.allowed.includes(each))
  if (offered.length === 0) return null
  return (
    <section className="mt-5 border-t border-line pt-4" aria-labelledby="account-safety">
      <h3 id="account-safety" className="mb-3 text-panel text-ink">
        Lost or stolen device
      </h3>
      {offered.includes('end-sessions') && <UserSessions user={user} />}
      <div className="flex flex-wrap gap-2">
        {offered.map((which) => (
          <Button key={which} onClick={() => setAsking(which)}>
            {words[which].button}
          </Button>
        ))}
      </div>
      {asking !== null && (
        <AskDialog
          open
          title={words[asking].title}
          question={<p className="break-words">{words[asking].question(fullName(user))}</p>}
          act={words[asking].button}
          danger
          pending={act.isPending}
          onCancel={() => setAsking(null)}
          onAct={() => act.mutate(asking)}
        />
      )}
    </section>
  )
}
