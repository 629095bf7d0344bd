import { members } from '@aapurti/contract/people/members';
import { buyerSites, registrations } from '@aapurti/contract/registrations/registrations';
import { portalSettings } from '@aapurti/contract/settings/settings';
import sql from 'sql-template-tag';

import type { Context } from '../context.ts';
import type { Actor } from '../ground/actor.ts';
import { accept, invite } from '../people/invitations.ts';
import { addRegistration } from '../registrations/registrations.ts';
import { addSite } from '../registrations/sites.ts';
import { saveSettings } from '../settings/settings.ts';
import { gstinOf } from './factories.ts';
import { DEMO_SIGN_INS } from './signIns.ts';
import { FIRMS, type Who } from './vendors.ts';

const SITES = [
  { name: 'Aapurti Retail DC 1', address: 'Gat 88, Ambad Link Road, Nashik', postalCode: '422010' },
  { name: 'Aapurti Retail DC 2', address: 'Survey 114, Bhiwandi, Thane', postalCode: '421302' },
] as const;

/** The delivery location of a vendor's orders, in the form that orders have. */
export function placeOf(who: Who): string {
  const { name, address, postalCode } = SITES[FIRMS[who].site] ?? SITES[0];
  return `${name}, ${address} ${postalCode}`;
}

const LETTERHEAD = {
  buyerName: 'Aapurti Retail',
  buyerAddress: 'Aapurti House, 3rd Floor, Wagle Estate, Thane 400604',
  buyerContact: 'Vendor desk, 022-4012 7700, 10 to 6 from Monday to Saturday',
  // Raw cotton and cashew nuts in shell from an agriculturist: notification 4/2017-Central Tax (Rate) makes the buyer pay its tax.
  reverseCharge: '5201 Raw cotton\n0801 Cashew nuts in shell',
};

const REGISTRATION = {
  kind: 'regular',
  gstin: gstinOf('AAICA9182L', '27'),
  legalName: 'Aapurti Retail Private Limited',
  tradeName: 'Aapurti Retail',
  address: 'Aapurti House, 3rd Floor, Wagle Estate, Thane',
  postalCode: '400604',
};

/** The buyer's name, GST registration, two warehouses, and two users besides the administrator: one at a gate, one in accounts. */
export async function setUpBuyer(ctx: Context, buyer: Actor): Promise<void> {
  const never = () => Promise.reject(new Error('no control is among these'));
  // No invoice exists yet that a changed setting would have matched again.
  const letterhead = portalSettings.save.body.parse(LETTERHEAD);
  await saveSettings(ctx, buyer, letterhead, { changeControls: never, compare: async () => undefined });
  const registration = await addRegistration(ctx, buyer, registrations.create.body.parse(REGISTRATION));
  const sites: string[] = [];
  for (const site of SITES) {
    const added = await addSite(ctx, buyer, buyerSites.create.body.parse({ ...site, registrationId: registration._id }));
    sites.push(added._id);
  }
  const [, , , , , , , , gate, accounts] = DEMO_SIGN_INS;
  await join(ctx, buyer, gate, {
    role: 'receiver',
    siteIds: sites.slice(0, 1),
    firstName: 'Sandeep',
    lastName: 'Gaikwad',
    mobileNumber: '9890417725',
  });
  await join(ctx, buyer, accounts, { role: 'accounts', siteIds: [], firstName: 'Fatima', lastName: 'Shaikh', mobileNumber: '9820036194' });
}

interface Person {
  role: string;
  siteIds: readonly string[];
  firstName: string;
  lastName: string;
  mobileNumber: string;
}

/** A buyer user who is invited and accepts. */
async function join(
  ctx: Context,
  buyer: Actor,
  { email, password }: { email: string; password: string },
  { role, siteIds, ...name }: Person,
): Promise<void> {
  await invite(ctx, { ...buyer, fresh: { account: true, company: true } }, null, members.invite.body.parse({ email, role, siteIds }));
  const { url } = await ctx.db.one<{ url: string }>(sql`
    select content ->> 'url' as url from mails where kind = 'member' order by id desc limit 1`);
  await accept(ctx, null, members.accept.body.parse({ ...name, secret: url.split('/').pop(), password }));
}
