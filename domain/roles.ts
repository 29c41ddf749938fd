// Without zod, so that the landing page can import api/pages.ts.
export const roles = ['master-admin', 'admin', 'staff', 'client'] as const

/** Role groups for an endpoint's `who`: the roles that may see this kind of item at all. */
export const administrators = ['admin', 'master-admin'] as const
export const team = ['staff', 'admin', 'master-admin'] as const
