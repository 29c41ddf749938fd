import { v5 } from 'uuid'
import type { z } from 'zod'
import type { listModelPolicies as catalog, readModelPolicy as one } from '../../api/model-policies.ts'
import type { Actor } from '../../domain/actor.ts'
import { type Employer, exactHeadCount, headCountOf } from '../../domain/audience.ts'
import { notFound, notFoundAsInvalid } from '../../domain/errors.ts'
import {
  type ModelPolicyItem,
  type ModelPolicyView,
  openFields,
  type PolicyFieldValues,
  policyFields,
} from '../../domain/model-policy.ts'
import { folderFor } from '../client-folders/queries.ts'
import type { Reader } from '../kit/db.ts'
import { type Page, pageFrom } from '../kit/page.ts'
import { type BundledModelPolicy, bundledModelPolicies } from './bundled.ts'
import { type PolicyText, renderPolicy } from './render.ts'

let known: BundledModelPolicy[] | null = null

/** They change only with a release. */
export const modelPolicies = (): readonly BundledModelPolicy[] => (known ??= bundledModelPolicies())

const namespace = 'c4dd0c5e-0f0b-4f0c-9a35-0a8a60f1b8d2'
const placeOf = ({ slug }: ModelPolicyItem) => v5(slug, namespace)

const itemOf = ({ slug, title, version, asOf, appliesTo }: BundledModelPolicy): ModelPolicyItem => ({
  id: slug,
  slug,
  title,
  version,
  asOf,
  appliesTo: appliesTo.replace('[Employer]', 'the employer'),
})

export const listModelPolicies = (query: z.output<(typeof catalog)['query']>): Page<ModelPolicyItem> =>
  pageFrom(modelPolicies().map(itemOf), placeOf, query)

export function modelPolicyFor(slug: string): BundledModelPolicy {
  const policy = modelPolicies().find((each) => each.slug === slug)
  if (policy === undefined) throw notFound()
  return policy
}

/** With the titles of related policies. */
export const textOfModelPolicy = (policy: BundledModelPolicy): PolicyText => ({
  ...policy,
  related: policy.related.flatMap((slug) => modelPolicies().find((each) => each.slug === slug)?.title ?? []),
})

export async function modelPolicyView(
  reader: Reader,
  actor: Actor,
  slug: string,
  query: z.output<(typeof one)['query']>,
): Promise<ModelPolicyView> {
  const policy = modelPolicyFor(slug)
  const { name, ...employer } = await employerFor(reader, actor, query)
  const values: PolicyFieldValues = { employer: name }
  const rendered = renderPolicy(textOfModelPolicy(policy), employer, values)
  return {
    ...itemOf(policy),
    ...rendered,
    employer: { name, ...employer },
    openFields: openFields(rendered.sections).map((field) => policyFields[field]),
  }
}

type ModelPolicyQuery = Pick<z.output<(typeof one)['query']>, 'clientFolderId' | 'headCount' | 'sector'>

/** The employer of a folder that the actor may see, overridden by the given values. */
async function employerFor(
  reader: Reader,
  actor: Actor,
  { clientFolderId, headCount, sector }: ModelPolicyQuery,
): Promise<Employer & { name: string | null }> {
  const folder =
    clientFolderId === undefined
      ? null
      : await folderFor(reader, actor, clientFolderId, { part: 'folder' }).catch(
          notFoundAsInvalid('clientFolderId', 'Choose a client folder that you can see.'),
        )
  return {
    name: folder?.name ?? null,
    headCount: headCount !== undefined ? exactHeadCount(headCount) : folder === null ? null : headCountOf(folder),
    sector: sector ?? folder?.sector ?? null,
  }
}
