import { useServiceName } from '../firm-settings/queries.ts'
import { ServiceDots } from '../kit/ServiceDots.tsx'

/** The service of a rate card, by its current name. */
export function RateType({ type }: { type: string }) {
  const serviceName = useServiceName()
  return <ServiceDots of={[{ key: type, name: serviceName(type) }]} />
}
