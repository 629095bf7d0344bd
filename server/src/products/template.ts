import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { type NamedScheme, offeredSchemes } from '../schemes/schemes.ts';
import { productColumns } from './columns.ts';

/** The columns of a template for this vendor, with its own schemes as choices. */
export async function productTemplate(ctx: Context, actor: Actor): Promise<typeof productColumns> {
  const byEan = new Map<string, NamedScheme[]>();
  for (const scheme of await offeredSchemes(ctx, actor.vendorId ?? actor.id))
    byEan.set(scheme.ean, [...(byEan.get(scheme.ean) ?? []), scheme]);
  const texts = [...byEan.values()].flatMap((schemes) => schemes.map((scheme) => textFor(scheme, schemes)));
  const suggestions = [...new Set(texts)].sort((one, other) => one.localeCompare(other, 'en-IN', { numeric: true }));
  return { ...productColumns, scheme: { ...productColumns.scheme, suggestions } };
}

/** The scheme's name, or its number if the name may also mean another scheme of the same EAN; see `chosenScheme`. */
function textFor(scheme: NamedScheme, schemes: readonly NamedScheme[]): string {
  const plain = (name: string) => name.trim().toLowerCase();
  const isAlone = schemes.every(
    (other) => other === scheme || (plain(other.name) !== plain(scheme.name) && other.number !== scheme.name.trim()),
  );
  return isAlone ? scheme.name.trim() : scheme.number;
}
