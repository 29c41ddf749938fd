/** Lists of the domain as plain data, without the zod schemas that stand beside them: see plain-lists-plugin.ts. */
declare module 'virtual:plain-lists' {
  export const companySizes: typeof import('../domain/service-request.ts').companySizes
  export const industries: typeof import('../domain/service-request.ts').industries
  export const industryLabels: typeof import('../domain/service-request.ts').industryLabels
  export const pagePaths: string[]
}
