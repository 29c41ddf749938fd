import { useQuery } from '@tanstack/react-query'
import type { PushSubscriptionView } from '../../domain/push-subscription.ts'
import { Button } from '../kit/Button.tsx'
import { formatDate } from '../kit/dates.ts'
import { ErrorState } from '../kit/EmptyState.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { useUser } from '../session/use-auth.ts'
import { pushSupport } from './browser-push.ts'
import { useTurnOff, useTurnOn } from './change-push.ts'
import { browserSubscription, pushDevices, pushKey } from './queries.ts'
import { supportWords, texts } from './words.ts'

/** Push notifications: on or off in this browser, and off on other devices. */
export function PushPanel() {
  const key = useQuery(pushKey)
  const devices = useQuery(pushDevices)
  const browser = useQuery(browserSubscription)
  const own = browser.data === true ? devices.data?.find(({ current }) => current) : undefined
  const others = devices.data?.filter(({ current }) => !current) ?? []
  const failed = key.data === undefined ? key : devices
  return (
    <Panel
      title="Notifications on this device"
      note={texts.note}
      action={own !== undefined && <Badge tone="ok">On</Badge>}
    >
      {key.isPending || devices.isPending || browser.isPending ? (
        <SkeletonRows rows={2} label="Loading notifications on this device" />
      ) : key.data === undefined || devices.data === undefined ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : (
        <>
          <ThisDevice publicKey={key.data.publicKey} own={own} />
          {others.length > 0 && <OtherDevices devices={others} />}
        </>
      )}
    </Panel>
  )
}

function ThisDevice({ publicKey, own }: { publicKey: string | null; own: PushSubscriptionView | undefined }) {
  const { viewing } = useUser()
  const turnOn = useTurnOn()
  const turnOff = useTurnOff()
  const support = pushSupport()
  if (publicKey === null) return <Reason>{texts.noSecureAddress}</Reason>
  if (viewing !== null) return <Reason>{texts.viewing}</Reason>
  if (support !== 'ready') return <Reason>{supportWords[support]}</Reason>
  return (
    <>
      <Reason>{texts.privacy}</Reason>
      <div className="mt-4">
        {own === undefined ? (
          <Button pending={turnOn.isPending} pendingLabel="Turning on…" onClick={() => turnOn.mutate(publicKey)}>
            Turn on
          </Button>
        ) : (
          <Button pending={turnOff.isPending} pendingLabel="Turning off…" onClick={() => turnOff.mutate(own)}>
            Turn off
          </Button>
        )}
      </div>
    </>
  )
}

const Reason = ({ children }: { children: string }) => <p className="max-w-[62ch] text-body text-ink-2">{children}</p>

function OtherDevices({ devices }: { devices: PushSubscriptionView[] }) {
  const turnOff = useTurnOff()
  return (
    <section aria-label="Other devices" className="-mx-4 -mb-4 mt-4 border-t border-line sm:-mx-5 sm:-mb-5">
      <h3 className="px-4 pt-4 text-meta font-semibold text-ink sm:px-5">Also on for</h3>
      <RowList label="Other devices with notifications">
        {devices.map((device) => (
          <Row
            key={device.id}
            title={device.browser}
            meta={`Turned on ${formatDate(device.createdAt)}`}
            action={
              <Button
                size="small"
                pending={turnOff.isPending && turnOff.variables.id === device.id}
                onClick={() => turnOff.mutate(device)}
                aria-label={`Turn off notifications on ${device.browser}, turned on ${formatDate(device.createdAt)}`}
              >
                Turn off
              </Button>
            }
          />
        ))}
      </RowList>
    </section>
  )
}
