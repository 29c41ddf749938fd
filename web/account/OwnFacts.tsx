import type { UserView } from '../../domain/user.ts'
import { Panel } from '../kit/Panel.tsx'
import { fullName, roleWords } from '../session/names.ts'

export function OwnFacts({ user }: { user: UserView }) {
  const facts = [
    ['Name', fullName(user)],
    ['Username', user.username],
    ['Email', user.email],
    ['Role', roleWords[user.role]],
  ] as const
  return (
    <Panel title="You" note="An administrator can change these for you.">
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:max-xl:grid-cols-[repeat(2,minmax(0,1fr))]">
        {facts.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-meta text-ink-3">{label}</dt>
            <dd className="text-body break-words text-ink">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
