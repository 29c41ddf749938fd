import { linkOptions } from '@tanstack/react-router'
import type { AuditEntry } from '../../domain/audit-log.ts'

const types = ['client-folders', 'contracts', 'invoices', 'onboarding-reports', 'proposals'] as const

/** The page of the thing itself, where it has one and is still there. */
export function pageOf({ entityType, entityId, subject }: Pick<AuditEntry, 'entityType' | 'entityId' | 'subject'>) {
  const type = types.find((each) => each === entityType)
  return type === undefined || entityId === null || subject === null
    ? null
    : linkOptions({ to: `/${type}/$id`, params: { id: entityId } })
}
