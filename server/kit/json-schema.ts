import { z } from 'zod'

interface Shape {
  [key: string]: unknown
  type?: string | string[]
  anyOf?: Shape[]
}

/**
 * JSON Schema of a zod schema. Nullable types become one type with null instead of a choice of two schemas, which a
 * compiled serializer would have to try one after the other.
 */
export function toJsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  target: 'draft-7' | 'draft-2020-12' = 'draft-7',
): Shape {
  return z.toJSONSchema(schema, {
    io,
    target,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => joinNull(jsonSchema as Shape),
  }) as Shape
}

function joinNull(shape: Shape) {
  if (shape.anyOf?.length !== 2) return
  const [some, none] = shape.anyOf as [Shape, Shape]
  if (none.type !== 'null' || typeof some.type !== 'string' || some.enum !== undefined) return
  delete shape.anyOf
  Object.assign(shape, some, { type: [some.type, 'null'] })
}
