// Recognizes questions about the law of a place other than Virginia, in any spelling, or about federal or tribal
// employees.

export type OtherJurisdiction = 'state' | 'abroad' | 'federal' | 'tribal'

/** The other jurisdiction that a question asks about; null for Virginia and for federal law that applies there. */
export function otherJurisdiction(text: string): OtherJurisdiction | null {
  const plain = text.normalize('NFKC').replaceAll('\u2019', "'")
  if (tribal.test(plain)) return 'tribal'
  if (federal.test(plain) && !privateEmployer.test(plain)) return 'federal'
  const elsewhere = placesIn(plain)
  const asked = elsewhere.filter(({ isHome }) => !isHome)
  if (asked.length === 0) return null
  if (concernsVirginia(plain)) return null
  return asked.some(({ isAbroad }) => isAbroad) ? 'abroad' : 'state'
}

interface Place {
  name: string
  isAbroad: boolean
  /** Someone lives or comes from there; the question may still be about Virginia law. */
  isHome: boolean
}

const list = (names: string) => names.split(',').map((name) => name.trim())

const states = list(
  'alabama, alaska, arizona, arkansas, california, colorado, connecticut, delaware, florida, hawaii, idaho, illinois, ' +
    'indiana, iowa, kansas, kentucky, louisiana, maine, maryland, massachusetts, michigan, minnesota, mississippi, missouri, ' +
    'montana, nebraska, nevada, new hampshire, new jersey, new mexico, new york, north carolina, north dakota, ohio, oklahoma, ' +
    'oregon, pennsylvania, rhode island, south carolina, south dakota, tennessee, texas, utah, vermont, west virginia, wisconsin, ' +
    'wyoming, nueva york, nueva jersey, carolina del norte, carolina del sur, dakota del norte, dakota del sur, nuevo méxico, ' +
    'nuevo mexico, nuevo hampshire, pensilvania, virginia occidental, virginia del oeste, misisipi, misuri, tejas, luisiana, hawái, ' +
    'oregón, distrito de columbia, washington state, wash. state, state of washington, district of columbia, washington dc, washington d.c., puerto rico, guam, the ' +
    'carolinas',
)

/**
 * Cities and counties outside Virginia. Names that also exist in Virginia are left out (Richmond, Norfolk, Salem,
 * Bristol, Arlington, Montgomery County).
 */
const cities = list(
  'nyc, new york city, los angeles, san francisco, san diego, san jose, sacramento, oakland, silicon valley, seattle, tacoma, chicago, ' +
    'boston, houston, dallas, austin, san antonio, fort worth, el paso, denver, miami, tampa, orlando, jacksonville, fort lauderdale, ' +
    'atlanta, savannah, philadelphia, philly, pittsburgh, harrisburg, baltimore, annapolis, bethesda, rockville, silver spring, ' +
    'gaithersburg, germantown, hagerstown, salisbury, ocean city, college park, hyattsville, raleigh, durham, greensboro, ' +
    'winston-salem, asheville, fayetteville, chapel hill, outer banks, kitty hawk, elizabeth city, charleston, myrtle beach, ' +
    'huntington, morgantown, martinsburg, bluefield west, nashville, memphis, knoxville, chattanooga, kingsport, johnson city, ' +
    'louisville, cincinnati, cleveland, detroit, minneapolis, milwaukee, indianapolis, st. louis, st louis, kansas city, new orleans, ' +
    'las vegas, reno, salt lake city, albuquerque, tucson, honolulu, anchorage, hoboken, newark, jersey city, long island, ' +
    'manhattan, queens, the bronx, buffalo, wilmington, dover, hartford, new haven, providence, omaha, des moines, tulsa, ' +
    "oklahoma city, boise, birmingham, baton rouge, prince george's county, prince georges county, cook county, " +
    'king county, los angeles county, miami-dade, mecklenburg county nc, wake county, allegheny county, maricopa county, harris county, ' +
    'anne arundel, howard county, eastern shore of maryland, pg county, p.g. county, baltimore county, calvert county, charles county md, ' +
    'towson, bowie, takoma park, ellicott city, glen burnie, catonsville, chevy chase, waldorf, greenbelt, dc suburbs, d.c. suburbs, ' +
    'durham county, guilford county, high point, gastonia, beckley, wheeling, parkersburg, harpers ferry, los ángeles, filadelfia',
)

/**
 * Also names of people or common words: they count only after "in", "at", "for" and the like, or before "office",
 * "law", "minimum wage".
 */
const ambiguous = list(
  'charlotte, phoenix, portland, brooklyn, columbus, columbia, aurora, jackson, lansing, frederick, berlin, paris, london, georgia',
)

/** Also names of people, streets, and cloth: they count after "in" and "near" only, or before "office", "law", "minimum wage". */
const rarelyPlaces = list('cary, jersey')

const countries = list(
  'canada, mexico, germany, france, england, ireland, scotland, spain, italy, india, china, japan, australia, brazil, europe, ontario, ' +
    'quebec, toronto, vancouver, sweden, norway, denmark, netherlands, belgium, switzerland, austria, poland, israel, philippines, ' +
    'south korea, argentina, chile, colombia, united kingdom, the uk, in uk, european union, the eu, hong kong, new zealand, south ' +
    'africa, british columbia, el salvador, honduras, guatemala, singapore, portugal, greece, turkey, nigeria, kenya, egypt',
)

/** A foreign country, if the question is about its law. */
const foreignLaw =
  /\b(danish|swedish|norwegian|finnish|dutch|german|french|spanish|italian|british|english|irish|scottish|swiss|austrian|polish|canadian|mexican|brazilian|chinese|japanese|korean|indian|australian|european)\s+(?:labou?r|employment|law|laws|workers|employees|companies|employers|rules?|holidays|code)\b/gi

const ahead = String.raw`(?:in|at|for|from|to|of|near|around|within|under|our|the|versus|vs\.?|and|or)\s+`
const behind = String.raw`(?:'s)?\s+(?:law|laws|rules?|minimum|wage|wages|employees?|workers?|staff|office|store|branch|location|site|warehouse|plant|team|employers?|statute|overtime|sick|pto|labor|requirements?|tax|taxes|resident|based)\b`

/** Abbreviations that are unambiguous in capitals. */
const clear =
  'NC|SC|NY|NJ|TN|KY|WV|GA|FL|TX|CA|AZ|NM|NV|UT|WA|WY|WI|MN|MI|IL|IA|KS|AK|RI|NH|VT|SD|ND|NE|MT|MO|DC|NYC|SF'
/** Ambiguous abbreviations ("OK", "IN", "ME", "OR", "HI", "ID", "PA"): they count only in the context of a place. */
const unclear = 'OK|IN|ME|OR|HI|ID|PA|CO|MS|MA|LA|OH|AL|DE|AR|PR|MD|CT'
/** In lower case, next to what a law is about: "minimum wage md", "pa overtime law". Words of English and Spanish are not in it. */
const smallBesideLaw = 'md|pa|ga|fl|tx|ca|sc|ky|il|az|nv|ct|ri|nh|mn|wi|ut|sd|nd|ks'
const lawWords =
  '(?:min(?:imum)? wage|wages?|overtime|sick (?:leave|pay|days)|paid leave|final pay|severance|labor law|employment law|noncompetes?|laws?|rules?|holidays|breaks?|meal breaks?|pay stubs?)'
/** In small emails, where no one writes anything else so. */
const small = 'nc|ny|nj|wv|tn|nyc|dc|wash dc'

const patterns: { pattern: RegExp; isAbroad?: boolean }[] = [
  { pattern: new RegExp(String.raw`\b(${[...states, ...cities].map(escaped).join('|')})(?!\w)`, 'gi') },
  { pattern: new RegExp(String.raw`\b${ahead}(${ambiguous.join('|')})\b(?!\s+(?:county|court))`, 'gi') },
  { pattern: new RegExp(String.raw`\b(${ambiguous.join('|')})(?=${behind})`, 'gi') },
  { pattern: new RegExp(String.raw`\b(?:in|near|outside)\s+(${rarelyPlaces.join('|')})\b`, 'gi') },
  { pattern: new RegExp(String.raw`\b(${rarelyPlaces.join('|')})(?=${behind})`, 'gi') },
  { pattern: new RegExp(String.raw`(?<![\w.&-])(${clear})(?![\w&-])`, 'g') },
  {
    pattern: new RegExp(
      String.raw`\b${lawWords}\s+(?:law\s+|rules?\s+)?(?:(?:in|for)\s+)?(${smallBesideLaw})(?=\s*(?:[?.!]|$))`,
      'g',
    ),
  },
  {
    pattern: new RegExp(
      String.raw`(?:^|[?.!:,]\s*|\b(?:is|the|what's|about|on|under)\s+)(?<!\b(?:a|is the|our the)\s)(${smallBesideLaw})(?=\s+${lawWords}\b)`,
      'g',
    ),
  },
  {
    pattern: new RegExp(
      String.raw`(?:\b[Ii]n|\b[Ff]or|\b[Ff]rom|\b[Tt]o|[a-z],)\s+(${unclear})(?=\s*(?:[?.,;!]|$|\s(?:law|and|or|employees?|workers?|store|office)\b))`,
      'g',
    ),
  },
  {
    pattern: new RegExp(
      String.raw`(?<![\w.&-])(${unclear.replace('|IN|', '|').replace('|OR|', '|').replace('|ID|', '|')})(?=${behind})`,
      'g',
    ),
  },
  { pattern: new RegExp(String.raw`(?<![\w.'&-])(${small})(?![\w&-]|\.\d)`, 'g') },
  {
    pattern:
      /\b(?:in|for|from)\s+(md|ga|fl|tx|ca|pa|sc|ky|oh)(?=\s*(?:[?.,;!]|$|\s(?:law|minimum|employees?|workers?|office|store)\b))/g,
  },
  {
    pattern:
      /(?<!\w)((?:N\.\s?C|S\.\s?C|N\.\s?Y|N\.\s?J|D\.\s?C|n\.c|s\.c|n\.y|n\.j|d\.c)\b\.?|W\.\s?Va\.?|Md\.|Penn\.|Pa\.|Calif\.|Cali\b|Tenn\.|Fla\.|Tex\.|Mass\.|Conn\.|Ga\.|Ky\.|Del\.|Ill\.)/g,
  },
  {
    pattern: new RegExp(
      String.raw`\b(?:wages?|laws?|leave|rules?|hours|overtime|breaks?|pay|taxes)\s+(${unclear})(?=\s*(?:[?.!]|$))`,
      'g',
    ),
  },
  { pattern: /(?<![\w.&-])(UK|U\.K\.|EU|E\.U\.)(?![\w&-])/g, isAbroad: true },
  { pattern: new RegExp(String.raw`\b(${countries.map(escaped).join('|')})\b`, 'gi'), isAbroad: true },
  { pattern: foreignLaw, isAbroad: true },
]

function escaped(name: string): string {
  return name.replaceAll('.', String.raw`\.`).replaceAll(' ', String.raw`\s+`)
}

/** "lives in Maryland", "moved from Ohio", "commutes from DC", "a resident of", "born in". */
const homeBefore =
  /\b(?:liv(?:e|es|ed|ing)|resid\w+|mov(?:ed|es|ing)|commut\w+|relocat\w+|com(?:e|es|ing)|came|home|house|born|grew up|bounced|from|degree|diploma|college|licen[sc]ed?|plates|conviction|convicted|divorced?|applicant|candidate|ex|court order|order from|vacation\w*|travel\w*|trip|honeymoon|funeral|buried|wedding|famil(?:y|ies)|relatives?|stolen|smashed|broke into|es de|son de|era de|viene de|vino de|naci[oó]|vivi[oó]|murio|muri[oó]|falleci[oó]|entierro|abuel[ao]|abuelit[ao]|mam[aá]|pap[aá]|familia)(?!\p{L})[^.?!]{0,45}$/iu
const homeAfter =
  /^(?:\s+\w+)?\s+(?:resident|residents|conviction|driver'?s|plates|diploma|degree|applicant|candidate|court|order|address|home|withholding|child support)/i
/** The work is done in the other place. */
const remote =
  /\b(?:works? (?:from home|remotely|there|in the)|from home|remote(?:ly)?|telecommut\w+|telework\w*|works? there|opened|opening|open)\b/i
const worksThere =
  /\b(?:work(?:s|ed|ing)?|employ\w*|based|located|office|store|site|branch|team|staff|workers?|law|laws|legal|wage|required?|rules?)\s+(?:\w+\s+){0,3}(?:in|at|of|for)\s*$/i

/** "Maryland Avenue in Richmond" is in Richmond. */
const street = /^\s+(?:avenue|ave|street|st|road|rd|boulevard|blvd|lane|parkway|pike|turnpike)\b/i

function placesIn(text: string): Place[] {
  const isRemote = remote.test(text)
  const sentences = text.split(/(?<=[.!?])\s+/)
  // A place in a sentence of a story that says nothing of work or law is where something happened.
  const isAside = (at: number) => {
    const sentence = sentenceAt(sentences, at)
    const isWhole = sentence.split(/\s+/).length >= minAside
    return isWhole && sentences.length > 1 && !isAboutWork(sentence) && !asks.test(sentence)
  }
  const found = patterns.flatMap(({ pattern, isAbroad = false }) =>
    [...text.matchAll(pattern)].flatMap((match): (Place & { at: number })[] => {
      const name = match[1] as string
      const at = match.index + match[0].lastIndexOf(name)
      const before = text.slice(Math.max(0, at - 60), at)
      const after = text.slice(at + name.length, at + name.length + 40)
      if (/^,?\s+(?:va\b|virginia)/i.test(after) || street.test(after)) return []
      const isHome =
        !isRemote && !worksThere.test(before) && (homeBefore.test(before) || homeAfter.test(after) || isAside(at))
      return [{ name: name.toLowerCase().replace(/\s+/g, ' '), isAbroad, isHome, at }]
    }),
  )
  return found.toSorted((a, b) => a.at - b.at)
}

/** Fewer words are an abbreviation: "W. Va. overtime". */
const minAside = 5

/** A question, or someone's job: "My sister is a nurse in Maryland." */
const asks =
  /[?¿]|^(?:and |but |so )?(?:what|how|do|does|is|are|can|must|may|which|whose|when|where|who)|\b(?:is|was|are|were|am|'m) an? \w+ (?:\w+ )?(?:in|at|for)\b/i

function sentenceAt(sentences: readonly string[], at: number): string {
  let end = 0
  return sentences.find((sentence) => (end += sentence.length + 1) > at) ?? ''
}

const virginia = String.raw`(?<!\bwest )(?<!\bw\. )\bvirginia\b(?! occidental| del oeste)|\bva\b|\bnova\b|\bdoli\b`
const virginianPlaces = list(
  'richmond, norfolk, virginia beach, chesapeake, arlington, alexandria, fairfax, roanoke, hampton, newport news, lynchburg, ' +
    'charlottesville, harrisonburg, danville, fredericksburg, winchester, staunton, blacksburg, leesburg, loudoun, prince william, ' +
    'henrico, chesterfield, manassas, reston, herndon, mclean, tysons, petersburg, suffolk, portsmouth, williamsburg, washington county, ' +
    'abingdon, bristol, culpeper, warrenton, stafford, spotsylvania, montgomery county, charlotte county, orange county, hanover, midlothian',
)
const anyVirginia = new RegExp(`${virginia}|\\b(?:${virginianPlaces.join('|')})\\b`, 'i')
/** Only the firm is in Virginia; the person works elsewhere. */
const onlyOurSeat =
  /\b(?:we(?:'re| are)?|our (?:company|firm|headquarters|office|business|head office|main office)|company|firm|business|employer|i(?:'m| am))\b[^.?!]{0,25}\b(?:in|from|based in|headquartered in|out of|of)?\s*(?:a )?(?:virginia|va|richmond|norfolk|arlington|fairfax|roanoke|alexandria|chesapeake)\b/i
const thereQuestion =
  /\b(?:there|that state|their state|his state|her state|which state'?s|its law)\b|\b(?:what|which|how|does|do|is|are|when|must)\b[^?]{0,80}$/i

const comparison =
  /\b(?:compar\w*|versus|vs\.?|differen\w*|instead of|rather than|both|either|as well as|also in|than in|which state|whose law|or just virginia|or only virginia|or virginia|and virginia|virginia and|virginia or|and va|or va|va and|va or)\b/i
const worksInVirginia = new RegExp(
  String.raw`\b(?:work(?:s|ed|ing)?|job|jobs|employ\w*|hired?|hires|hiring|based|office|store|site|school|plant|shift|shifts|commut\w*|drives?|travels?|location)\b[^.?!]{0,40}\b(?:in|at|to|into|for|here)\b[^.?!]{0,12}(?:${virginia}|\b(?:${virginianPlaces.join('|')})\b)`,
  'i',
)
const asksVirginia = new RegExp(
  String.raw`(?:${virginia})(?:'s)?\s+(?:law|laws|rules?|minimum|overtime|sick|tax|taxes|withhold\w*|income|return|form|code|employees?|workers?|unemployment|wage)|(?:under|by|does|do|is|in|of|for)\s+(?:${virginia})`,
  'i',
)

const inSpanishOfVirginia =
  /\b(?:trabaj\w*|emple\w*|contrat\w*|oficina|ley|leyes)\b[^.?!¿]{0,40}\b(?:en|de|por)\s+virginia\b(?! occidental| del oeste)/i

/** A comparison with Virginia, work in Virginia, or a question about Virginia's law that only mentions another place. */
function concernsVirginia(text: string): boolean {
  if (/\b(?:reciproc\w+|border(?:ing)? states?|(?:moved|came|relocated) (?:here|to us))\b/i.test(text)) return true
  if (!anyVirginia.test(text)) return false
  if (comparison.test(text) || worksInVirginia.test(text) || inSpanishOfVirginia.test(text)) return true
  if (onlyOurSeat.test(text) && thereQuestion.test(text)) return false
  return asksVirginia.test(text)
}

const federal =
  /\bfederal (?:civilian )?(?:employees?|workers?|civil servants?|staff|workforce|government (?:employees?|workers?|jobs?|job)|agency employees?|agenc(?:y|ies) (?:employees?|staff|workers?)|civil service|job)\b|\bgs-? ?\d{1,2}\b|\bopm\b|\bmspb\b|\b(?:fers|csrs|fegli|fehb)\b|\bwork(?:s|ing)? (?:for|at) (?:the )?(?:federal government|a federal agency|usps|postal service|pentagon|irs|fbi|department of (?:defense|veterans affairs|state)|va hospital)\b|\b(?:usps|postal) (?:employees?|workers?|carriers?|overtime|pay|leave|holidays?|sick leave)\b|\b(?:pentagon|department of defense|dod) (?:civilians?|civilian employees?|employees?|workers?|staff)\b|\b(?:va|veterans affairs) hospital (?:nurses?|employees?|workers?|staff|doctors?)\b|\bactive[- ]duty (?:service ?members?|soldiers?) pay\b|\b(?:tsa|fbi|cia|nasa|irs|faa|noaa|uscis|border patrol|secret service|homeland security|social security administration|park service|customs) (?:officers?|employees?|workers?|screeners?|inspectors?)\b|\bwork(?:s|ing)? (?:for|at) (?:the )?(?:tsa|cia|nasa|faa|noaa|uscis|border patrol|secret service|department of homeland security|social security administration|national park service|military base)\b|\bpost office (?:employees?|workers?)\b|\bemplead[oa]s? federal(?:es)?\b|\bgobierno federal\b/i
/** "We hired a former federal employee" asks for the private employer's rules. */
const privateEmployer =
  /\b(?:former|ex-|retired|previously|used to|laid[- ]off|was an?|private|contractors?|spouse|wife|husband)\b/i
const tribal =
  /\btrib(?:al|e|es)\b(?! knowledge)|\b(?:indian|pamunkey|native american|cherokee|navajo|choctaw|chickasaw|muscogee|creek|seminole|oneida|monacan|mattaponi|chickahominy|nansemond|rappahannock) (?:reservation|nation|casino|reservations)\b|\bon (?:a|the) reservation\b(?! form)/i

const work =
  /\b(?:laws?|legal|wages?|pay\w*|paid|salar\w+|leave|holidays?|vacation|pto|sick|employ\w*|workers?|working|works?|staff|hours|overtime|fire[ds]?|firing|hir(?:e|es|ed|ing)|contracts?|notice|rules?|tax\w*|withh\w+|breaks?|posters?|noncompetes?|non-competes?|severance|termination|stubs?|labor|labour|job|jobs|maternity|parental|jury|office|unemployment|compensation|discrimination|harassment|training|teachers?|schools?|shifts?|rests?|salarios?|sueldos?|pag[ao]\w*|trabaj\w+|emplead\w+|empleador\w*|despid\w+|despedir\w*|horas|licencias?|vacaciones|ley|leyes|descansos?|contrat\w+|impuestos?|embarazo|acoso)\b/i

const isAboutWork = (text: string): boolean => federal.test(text) || tribal.test(text) || work.test(text)

/** "What about NYC?" continues the previous question. */
const isFollowUp = (text: string): boolean =>
  /^[\s¿]*(?:and|or|what about|how about|same|y|qu[eé] (?:tal|hay de))\b/i.test(text) ||
  text.trim().split(/\s+/).length <= 2

/** Whether a question that names another place asks for its rules: one about a place's capital or weather does not. */
export const asksForRules = (text: string): boolean => isAboutWork(text) || isFollowUp(text)

/** What is said in place of an answer, with a next step. */
export const jurisdictionText = (where: OtherJurisdiction, language: 'en' | 'es' = 'en'): string =>
  `This library covers Virginia only. ${nextSteps[where]}${language === 'es' ? `\n\n${inSpanish}` : ''}`

const inSpanish =
  'Esta biblioteca solo cubre Virginia. Si la persona trabaja en Virginia, añádalo a su pregunta e inténtelo de nuevo, o consulte a nuestro equipo.'

const nextSteps: Record<OtherJurisdiction, string> = {
  state:
    'If the person works in Virginia, add that to your question and ask again. For another state, check with that state’s labor department or ask our team.',
  abroad: 'For another country, check with its labor authority or ask our team.',
  federal:
    'Federal employees have their own rules. Check with the agency’s HR office or the U.S. Office of Personnel Management, or ask our team.',
  tribal: 'Tribal employers may have their own rules. Check with the tribe’s HR office or ask our team.',
}
