// Makes a PDF fillable: links to `field:NAME` that the typesetter drew become form fields at the same place, in reading
// order, with an accessible name (PDF/UA-1, 7.18.4). The typesetter itself does not support form fields.
import { readFileSync } from 'node:fs'
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'
import fontkit from '@pdf-lib/fontkit'
import { formFont } from './fonts.ts'
import type { Fillable } from './job.ts'

const marker = 'field:'
const [link, printed] = [PDFName.of('Link'), 4]
const flags = { readOnly: 1 << 0, required: 1 << 1, lines: 1 << 12, radio: 1 << 15, stays: 1 << 14 }

interface Place {
  /** The part of the link after `field:`. */
  name: string
  value: string | null
  widget: PDFDict
  ref: PDFRef
}

/** @throws if a field has no link in the PDF, or a link has no field */
export async function withFields(bytes: Uint8Array, fields: Fillable[]): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  const { context } = document
  const places = placesIn(document)
  const owners = ownersIn(document)
  const known = new Set(fields.map(({ name }) => name))
  const stray = places.find(({ name }) => !known.has(name))
  if (stray !== undefined) throw new Error(`There is a place for "${stray.name}", which is no field.`)
  const form = document.getForm()
  for (const field of fields) {
    const own = places.filter(({ name }) => name === field.name)
    if (own.length === 0) throw new Error(`The field "${field.name}" has no place.`)
    for (const place of own) becomeForm(context, owners.get(place.ref.toString()), place)
    form.acroForm.addField(field.kind === 'choice' ? choice(context, field, own) : single(context, field, own))
  }
  if (fields.some(({ kind }) => kind !== 'signature')) await addFont(document)
  for (const page of document.getPages()) page.node.set(PDFName.of('Tabs'), PDFName.of('S'))
  return document.save({ updateFieldAppearances: false, addDefaultPage: false })
}

async function addFont(document: PDFDocument): Promise<void> {
  document.registerFontkit(fontkit)
  // Embed the complete font, because a subset would lack characters that appear only in later signatures.
  const font = await document.embedFont(readFileSync(formFont()), { subset: false, customName: 'Figtree' })
  const form = document.getForm()
  form.acroForm.dict.set(PDFName.of('DR'), document.context.obj({ Font: { Figtree: font.ref } }))
  form.acroForm.dict.set(PDFName.of('DA'), PDFString.of('/Figtree 10 Tf 0 g'))
  form.updateFieldAppearances(font)
}

function placesIn(document: PDFDocument): Place[] {
  const { context } = document
  return document.getPages().flatMap(({ node }) => {
    const all = node.Annots()?.asArray() ?? []
    return all.flatMap((ref): Place[] => {
      const widget = context.lookup(ref)
      if (!(ref instanceof PDFRef) || !(widget instanceof PDFDict)) return []
      const action = widget.lookupMaybe(PDFName.of('A'), PDFDict)
      const target = action?.lookup(PDFName.of('URI'))
      const address = target instanceof PDFString || target instanceof PDFHexString ? target.decodeText() : ''
      if (!address.startsWith(marker)) return []
      const [name = '', value] = address.slice(marker.length).split('=')
      widget.set(PDFName.of('P'), document.context.getObjectRef(node) as PDFRef)
      return [{ name, value: value ?? null, widget, ref }]
    })
  })
}

/** The structure tree element of each annotation. */
function ownersIn({ context, catalog }: PDFDocument): Map<string, PDFDict> {
  const found = new Map<string, PDFDict>()
  const walk = (node: PDFObject | undefined) => {
    const element = context.lookup(node as PDFRef)
    if (element instanceof PDFArray) return element.asArray().forEach(walk)
    if (!(element instanceof PDFDict)) return
    for (const kid of kidsOf(context, element)) {
      const dict = context.lookup(kid as PDFRef)
      const object = dict instanceof PDFDict ? dict.get(PDFName.of('Obj')) : undefined
      if (object instanceof PDFRef) found.set(object.toString(), element)
      else walk(kid)
    }
  }
  walk(catalog.get(PDFName.of('StructTreeRoot')))
  return found
}

function kidsOf(context: PDFContext, element: PDFDict): PDFObject[] {
  const kids = context.lookup(element.get(PDFName.of('K')) as PDFRef)
  if (kids instanceof PDFArray) return kids.asArray()
  return kids === undefined ? [] : [element.get(PDFName.of('K')) as PDFObject]
}

/** Turns the link and its element into a widget and a Form in place, so that references to them remain valid. */
function becomeForm(context: PDFContext, element: PDFDict | undefined, { name, widget, ref }: Place) {
  if (element?.get(PDFName.of('S')) !== link) throw new Error(`The place for "${name}" is not in the tree.`)
  const isObject = (kid: PDFObject) => {
    const dict = context.lookup(kid as PDFRef)
    return dict instanceof PDFDict && dict.get(PDFName.of('Obj')) === ref
  }
  element.set(PDFName.of('S'), PDFName.of('Form'))
  element.set(PDFName.of('K'), context.obj(kidsOf(context, element).filter(isObject)))
  element.delete(PDFName.of('Alt'))
  for (const key of ['A', 'Contents', 'Border', 'Dest', 'H']) widget.delete(PDFName.of(key))
  widget.set(PDFName.of('Subtype'), PDFName.of('Widget'))
  widget.set(PDFName.of('F'), PDFNumber.of(printed))
}

function single(context: PDFContext, field: Fillable, [place]: Place[]): PDFRef {
  const { widget, ref } = place as Place
  describe(widget, field)
  if (field.kind === 'check') {
    widget.set(PDFName.of('FT'), PDFName.of('Btn'))
    ticked(context, widget, 'yes', drawTick)
    return ref
  }
  const set = (key: string, value: PDFObject) => widget.set(PDFName.of(key), value)
  // Empty until a seal fills it in.
  if (field.kind === 'signature') {
    set('FT', PDFName.of('Sig'))
    return ref
  }
  set('FT', PDFName.of('Tx'))
  const asked = field.isReadOnly === true ? flags.readOnly : field.required ? flags.required : 0
  set('Ff', PDFNumber.of(asked | (field.kind === 'text' ? flags.lines : 0)))
  set('DA', PDFString.of('/Figtree 10 Tf 0 g'))
  set('MaxLen', PDFNumber.of(field.maxCharacters))
  if (field.value !== undefined) {
    set('V', PDFHexString.fromText(field.value))
    set('DV', PDFHexString.fromText(field.value))
  }
  return ref
}

/** A radio group. */
function choice(context: PDFContext, field: Fillable, places: Place[]): PDFRef {
  const parent = context.obj({ FT: 'Btn', Ff: flags.radio | flags.stays | (field.required ? flags.required : 0) })
  const ref = context.register(parent)
  describe(parent, field)
  const kids = field.choices.map(({ value, label }) => {
    const place = places.find((each) => each.value === value)
    if (place === undefined) throw new Error(`The choice "${value}" of "${field.name}" has no place.`)
    place.widget.set(PDFName.of('Parent'), ref)
    place.widget.set(PDFName.of('TU'), PDFHexString.fromText(`${field.label}: ${label}`))
    ticked(context, place.widget, value, drawDot)
    return place.ref
  })
  parent.set(PDFName.of('Kids'), context.obj(kids))
  return ref
}

function describe(dict: PDFDict, { name, label }: Fillable) {
  dict.set(PDFName.of('T'), PDFHexString.fromText(name))
  dict.set(PDFName.of('TU'), PDFHexString.fromText(label))
}

const ink = '0.06 0.24 0.33'
const drawTick = (size: number) =>
  `q ${ink} RG 1.6 w 1 J 1 j ${size * 0.22} ${size * 0.5} m ${size * 0.42} ${size * 0.28} l ${size * 0.78} ${size * 0.74} l S Q`

/** A circle from four curves. */
function drawDot(size: number): string {
  const [center, radius] = [size / 2, size * 0.27]
  const bow = radius * 0.5523
  const at = (x: number, y: number) => `${(center + x).toFixed(2)} ${(center + y).toFixed(2)}`
  const curves = [
    [radius, bow, bow, radius, 0, radius],
    [-bow, radius, -radius, bow, -radius, 0],
    [-radius, -bow, -bow, -radius, 0, -radius],
    [bow, -radius, radius, -bow, radius, 0],
  ].map(([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]) => `${at(a, b)} ${at(c, d)} ${at(e, f)} c`)
  return `q ${ink} rg ${at(radius, 0)} m ${curves.join(' ')} f Q`
}

/** The appearance when selected, drawn as lines, since a character would need its own font. */
function ticked(context: PDFContext, widget: PDFDict, value: string, draw: (size: number) => string) {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = widget
    .lookup(PDFName.of('Rect'), PDFArray)
    .asArray()
    .map((each) => (each as PDFNumber).asNumber())
  const [width, height] = [Math.abs(x1 - x0), Math.abs(y1 - y0)]
  const appearance = (content: string) =>
    context.register(
      context.stream(content, {
        Type: 'XObject',
        Subtype: 'Form',
        FormType: 1,
        BBox: [0, 0, width, height],
        Resources: {},
      }),
    )
  const on = appearance(draw(Math.min(width, height)))
  widget.set(PDFName.of('AP'), context.obj({ N: { [value]: on, Off: appearance('') } }))
  widget.set(PDFName.of('AS'), PDFName.of('Off'))
}
