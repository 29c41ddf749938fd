// Keys for other programs. A key acts for the administrator who created it, within its scopes, until it expires.
import { z } from 'zod'
import { DomainError } from './errors.ts'
import { Id, Instant, versioned, requiredName } from './text.ts'

export const apiAreaLabels = {
  clients: 'Clients and employees',
  requests: 'Service requests',
  documents: 'Documents and forms',
  messages: 'Messages',
  agreements: 'Proposals and contracts',
  billing: 'Invoices, payments, and time',
  work: 'Tasks, assignments, and deadlines',
  library: 'HR library',
  reports: 'Reports',
} as const

export type ApiArea = keyof typeof apiAreaLabels
export const apiAreas = Object.keys(apiAreaLabels) as ApiArea[]

/** "billing:read" or "billing:write"; write includes read. */
export type ApiScope = `${ApiArea}:${'read' | 'write'}`
export const ApiScope = z.enum(
  apiAreas.flatMap((area): ApiScope[] => [`${area}:read`, `${area}:write`]),
  'Choose scopes from the list.',
)

export const apiKeyDays = [30, 90, 365] as const
export const maxApiKeys = 50

/** Lets secret scanners recognize a leaked key. */
export const apiKeyPrefix = 'hrp_'

export const ApiKeyInput = z.strictObject({
  name: requiredName('Enter a name.').max(60, 'Use at most 60 characters.'),
  scopes: z
    .array(ApiScope)
    .min(1, 'Choose at least one scope.')
    .refine((given) => new Set(given.map(areaIn)).size === given.length, 'Choose at most one scope for each area.'),
  /** Days until it expires. */
  days: z.literal(apiKeyDays, 'Choose when the key expires.'),
})
export type ApiKeyInput = z.infer<typeof ApiKeyInput>

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  /** The last characters, to identify the key. */
  ending: z.string(),
  scopes: z.array(ApiScope),
  createdById: Id,
  createdByName: z.string().nullable(),
  expiresAt: Instant,
  usedAt: Instant.nullable(),
  createdAt: Instant,
  ...versioned,
})
export type ApiKey = z.infer<typeof ApiKey>

/** Only the reply to its creation contains the key itself. */
export const CreatedApiKey = ApiKey.extend({ key: z.string() })
export type CreatedApiKey = z.infer<typeof CreatedApiKey>

const areaIn = (scope: ApiScope) => scope.slice(0, scope.indexOf(':')) as ApiArea

/** @param area null for endpoints that no key can call, such as accounts and settings */
export function assertKeyMayCall(scopes: readonly ApiScope[], area: ApiArea | null, method: string): void {
  if (area === null) throw new DomainError('forbidden', 'API keys can’t be used for this. Sign in to the portal.')
  const right = method === 'GET' ? 'read' : 'write'
  if (scopes.includes(`${area}:write`) || (right === 'read' && scopes.includes(`${area}:read`))) return
  throw new DomainError('forbidden', `This API key doesn’t have the scope ${area}:${right}.`)
}
