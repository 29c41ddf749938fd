// Without zod, so that the landing page can read api/pages.ts.
export const roles = ['master-admin', 'admin', 'staff', 'client'] as const

/** Role groups for an endpoint's `who`: the roles that may see the class of things at all. */
export const administrators = ['admin', 'master-admin'] as const
export const team = ['staff', 'admin', 'master-admin'] as const
