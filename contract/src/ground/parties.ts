import { inOneLine, oneLine } from './fields.ts';
import { placeOf } from './gst.ts';
import type { RegistrationKind } from './registrationRules.ts';

/** A place of dispatch or delivery. `gstin` is that of the party there, if it is named. */
export interface PartyPlace {
  name: string | null;
  address: string | null;
  /** The town. */
  place: string | null;
  pin: string | null;
  /** The GST code of the state. */
  state: string | null;
  gstin: string | null;
}

/** A party of a document: the registration that the document names, or else the profile. */
export interface Party extends PartyPlace {
  name: string;
  tradeName: string | null;
  kind: RegistrationKind;
}

/** The parties of a document, for its printed form and its e-way bill. */
export interface Parties {
  vendor: Party & { code: number };
  buyer: Party;
  /** The party whose letterhead the document has. */
  issuer: 'vendor' | 'buyer';
  from: PartyPlace;
  shipTo: PartyPlace;
  /**
   * The places of supply as GST codes: those that the document's orders state, or else the state of the buyer's registration. The buyer
   * ordered the goods, so its state decides wherever they are delivered (IGST Act, section 10(1)(b)).
   */
  places: readonly string[];
  hasLogo: boolean;
}

/** An address on one line: street, town, PIN code and state, each once. */
export function addressWords({ address, place, pin, state }: Omit<PartyPlace, 'name' | 'gstin'>, stateName = placeOf): string {
  const street = oneLine(address ?? '');
  const has = (part: string) => street.toLowerCase().includes(part.toLowerCase());
  const town = [place, pin].filter((part) => part !== null && part !== '' && !has(part)).join(' ');
  // The town is the end of most addresses: the PIN code then follows it.
  const located = street !== '' && place !== null && has(place) ? `${street} ${town}`.trim() : inOneLine(street, town);
  const name = state === null ? '' : stateName(state);
  return inOneLine(located, name === '' || has(name) ? '' : name);
}
