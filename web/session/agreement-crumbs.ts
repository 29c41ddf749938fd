import { isClient } from '../../domain/actor.ts'
import type { Crumb } from '../kit/PageHeader.tsx'
import { useUser } from './use-auth.ts'

const agreements: readonly Crumb[] = [{ label: 'Agreements', to: '/agreements' }]

/** A client's lists of agreements are below that page; the team's have their own links. */
export const useAgreementCrumbs = (): readonly Crumb[] => (isClient(useUser()) ? agreements : [])
