import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isClient } from '../../domain/actor.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { linkTo } from '../kit/link-to.ts'
import { useUser } from '../session/use-auth.ts'
import { workQueue } from '../work-queue/queries.ts'
import { saysOf } from '../work-queue/words.ts'

/** The next signature that waits for the client, after they signed `address`. */
export function NextSignature({ address }: { address: string }) {
  const readsAsClient = isClient(useUser())
  const { data } = useQuery({ ...workQueue('all'), enabled: readsAsClient })
  const next = data?.items.find(({ action, link }) => action === 'sign' && link !== address)
  if (!readsAsClient || next === undefined) return null
  return (
    <p className="mt-5 border-t border-line pt-4 text-body text-ink-2">
      <span className="mb-2 block">Your signature is also needed here:</span>
      <Link {...linkTo(next.link)} className={buttonStyle()}>
        {saysOf(next)}
      </Link>
    </p>
  )
}
