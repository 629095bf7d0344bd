import { type VendorProblem, nextVendorStep, vendorProblems, vendorSteps } from '@aapurti/contract/comments/vendorSteps';
import { inOneLine, showMoney, showNumber, showDate } from '@aapurti/contract/ground/fields';
import { dashboard } from '@aapurti/contract/home/dashboard';
import { accounts, type User } from '@aapurti/contract/vendors/accounts';
import { IconUser, IconUserCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { rolesOf } from '../access/roles.ts';
import { useSignedIn } from '../access/session.ts';
import { DocumentPage } from '../document/DocumentPage.tsx';
import { linkedQuery } from '../document/linkedQuery.ts';
import { LoadedDocument } from '../document/LoadedDocument.tsx';
import type { Problem } from '../document/Problems.tsx';
import { useOtherSide } from '../document/useOtherSide.ts';
import { callQuery, recordQuery } from '../ground/callQuery.ts';
import { owedFigure } from '../payments/owed.ts';
import { Code } from '../ui/Code.tsx';
import { TextLink } from '../ui/Link.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Facts, Panel } from '../ui/Panel.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { urls } from '../urls.ts';
import { listed, t } from '../words/words.ts';
import { ActivateVendor } from './ActivateVendor.tsx';

/** A vendor: the status of its registration, the payable amounts, and its newest documents. The complete profile has a page of its own. */
export function VendorPage({ id }: { id: string }) {
  const { isAdmin, userID } = useSignedIn();
  const head = useQuery(linkedQuery('vendor', id));
  // Members of a vendor may read its owner's profile only if it is their own.
  const isProfile = isAdmin || userID === id;
  const profile = useQuery({ ...recordQuery(accounts.get, id), enabled: isProfile });
  return (
    <LoadedDocument kind="vendor" query={head}>
      {({ document }) =>
        isProfile ? (
          <LoadedDocument kind="vendor" query={profile}>
            {(user) => <VendorDocument id={id} name={document.vendorName} user={user} />}
          </LoadedDocument>
        ) : (
          <VendorDocument id={id} name={document.vendorName} user={null} />
        )
      }
    </LoadedDocument>
  );
}

function VendorDocument({ id, name, user }: { id: string; name: string; user: User | null }) {
  const session = useSignedIn();
  const { isAdmin } = session;
  const other = useOtherSide(name);
  const { data } = useQuery(linkedQuery('vendor', id));
  const step = user === null ? null : nextVendorStep(user, { isBuyers: isAdmin, roles: rolesOf(session) });
  return (
    <DocumentPage
      kind="vendor"
      id={id}
      number={name}
      badge={
        user === null ? undefined : (
          <StatusBadge tone={user.isActive ? 'good' : 'bad'}>{t(user.isActive ? 'Active' : 'InActive')}</StatusBadge>
        )
      }
      other={other}
      head={
        user === null
          ? []
          : [
              { label: 'City', value: user.city },
              { label: 'Vendor Code', value: user.vendor_Code },
            ]
      }
      steps={user === null ? undefined : vendorSteps(user, data?.linked ?? [])}
      next={
        user === null || step === null ? null : step === 'activate' ? (
          <ActivateVendor user={user} />
        ) : (
          { label: 'Review bank and tax details', href: urls.identityRequests, icon: <IconUserCheck size={16} /> }
        )
      }
      actions={
        user === null
          ? []
          : [{ label: 'Open profile', href: isAdmin ? urls.userProfile(id) : urls.profile(id), icon: <IconUser size={16} /> }]
      }
      problems={user === null ? [] : vendorProblems(user).map((problem) => worded(problem, user))}
      facts={user === null ? <p>{t('Only the owner and the buyer can view the profile.')}</p> : <VendorFacts user={user} />}
      entity={user === null ? null : 'user'}
    >
      <Figures id={id} isAdmin={isAdmin} />
    </DocumentPage>
  );
}

const MISSING: Readonly<Record<Extract<VendorProblem, `no${string}`>, string>> = {
  noPan: 'The PAN document is missing',
  noGst: 'The GST certificate is missing',
  noCheque: 'The cancelled cheque is missing',
};

function worded(problem: VendorProblem, { gstin, gstinAlsoOf = [] }: User): Problem {
  switch (problem) {
    case 'sharedGstin':
      return {
        tone: 'bad',
        title: t('Other vendors have the GST number {gstin}', { gstin }),
        text: listed(gstinAlsoOf.map(({ vendor_name, vendor_Code }) => `${vendor_name} (${vendor_Code})`)),
      };
    case 'identity':
      return { tone: 'warn', title: t('New bank or tax details need approval') };
    default:
      return { tone: 'warn', title: t(MISSING[problem]) };
  }
}

/** The payable amounts and the open orders, each with a link to its list. */
function Figures({ id, isAdmin }: { id: string; isAdmin: boolean }) {
  const query = useQuery({ ...callQuery(dashboard.overview, { query: { userID: isAdmin ? id : '' } }), staleTime: 0 });
  const { data } = query;
  const owner = isAdmin ? `userID=${encodeURIComponent(id)}` : '';
  const owed = data && owedFigure(data.owed, isAdmin, 'Payable');
  return (
    <Panel title="Summary">
      {data === undefined || owed === undefined ? (
        <NotLoaded query={query} height={48} />
      ) : (
        <Facts
          items={[
            {
              label: owed.label,
              value: <TextLink href={isAdmin ? urls.paymentReportOf(id) : urls.paymentReport}>{showMoney(owed.amount)}</TextLink>,
            },
            {
              label: 'Overdue',
              value: <TextLink href={`${urls.invoicesInState('overdue')}&${owner}`}>{showMoney(data.overdue.amount)}</TextLink>,
            },
            { label: 'Open orders', value: <TextLink href={`${urls.purchaseOrders}?${owner}`}>{showNumber(data.orders.open)}</TextLink> },
            { label: 'Late orders', value: showNumber(data.orders.late.count) },
          ]}
        />
      )}
    </Panel>
  );
}

function VendorFacts({ user }: { user: User }) {
  const name = [user.firstName, user.middleName, user.lastName].filter(Boolean).join(' ');
  return (
    <Facts
      items={[
        { label: 'GST Number', value: <Code value={user.gstin} /> },
        { label: 'PAN Number', value: <Code value={user.pan} /> },
        ...(user.fssaiNumber === null
          ? []
          : [
              { label: 'FSSAI licence number', value: <Code value={user.fssaiNumber} /> },
              { label: 'FSSAI licence valid until', value: showDate(user.fssaiValidUntil) },
            ]),
        { label: 'Vendor Type', value: t(user.vendorType) },
        { label: 'Address', value: inOneLine(user.address_Line1, user.address_Line2, user.city, user.postal_Code) },
        { label: 'Contact', value: name },
        { label: 'E-mail ID', value: user.email },
        { label: 'Mobile Number', value: <Code value={user.mobileNumber} /> },
        { label: 'Payment Terms', value: user.paymentTerms },
        ...((user.agreedTerms ?? '') === (user.paymentTerms ?? '') ? [] : [{ label: 'Agreed Payment Terms', value: user.agreedTerms }]),
        { label: 'Shipping Terms', value: user.shippingTerms },
      ]}
    />
  );
}
