import { accounts, DOCUMENT_BYTES_MAX, type User } from '@aapurti/contract/vendors/accounts';
import { showDate } from '@aapurti/contract/ground/fields';
import { Avatar } from '@mantine/core';
import { IconDownload, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { recordQuery } from '../ground/callQuery.ts';
import { VendorRegistrations } from '../registrations/VendorRegistrations.tsx';
import { MailSwitches } from '../mail/MailSwitches.tsx';
import { KeptPromises } from '../purchase-orders/answers/KeptPromises.tsx';
import { useMay } from '../access/useMay.ts';
import { useSignedIn } from '../access/session.ts';
import { Code } from '../ui/Code.tsx';
import { megabytes } from '../ui/fileSize.ts';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Facts, Panel } from '../ui/Panel.tsx';
import { type Section, Sections } from '../ui/Sections.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { useParam } from '../ui/useParam.ts';
import { urls } from '../urls.ts';
import { OwnLeave } from '../people/Leave.tsx';
import { PendingIdentity } from './PendingIdentity.tsx';
import { countryWords } from './form/placeNames.ts';
import { DECLARATION, KIND_WORDS } from './form/userValues.ts';
import { ProfileTabs } from '../sign-in/ProfileTabs.tsx';
import { t } from '../words/words.ts';
import classes from './UserProfilePage.module.css';
import { onDemand } from '../ui/onDemand.tsx';

// Loaded after the figures: what is below them.
const EinvoicesSince = onDemand(async () => (await import('./EinvoicesSince.tsx')).EinvoicesSince);
const Changes = onDemand(async () => (await import('../audit/Changes.tsx')).Changes, <Spinner />);
// The parts for administrators only.
const VendorSummary = onDemand(async () => (await import('./VendorSummary.tsx')).VendorSummary);
const VendorDocuments = onDemand(async () => (await import('./VendorDocuments.tsx')).VendorDocuments);
const VendorPeople = onDemand(async () => (await import('../people/VendorPeople.tsx')).VendorPeople);
const UserSecurity = onDemand(async () => (await import('../sign-in/security/UserSecurity.tsx')).UserSecurity);

/** The links to documents are valid for at least five minutes; an open page fetches new ones in time. */
const LINK_MILLISECONDS = 4 * 60_000;

/** The user's own profile, or any profile for administrators. */
export function UserProfilePage() {
  const session = useSignedIn();
  const id = useParam('id');
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...recordQuery(accounts.get, id),
    refetchInterval: LINK_MILLISECONDS,
    refetchOnWindowFocus: true,
  });
  const own = id === session.userID;
  const isAdministrator = useMay()('administrators');
  const editing =
    data && (own || isAdministrator)
      ? { label: own ? 'Edit Profile' : 'Edit User', href: urls.userEdit(id), icon: <IconPencil size={16} /> }
      : undefined;

  return (
    <>
      <PageHeader title={own ? 'Your Profile' : 'User Profile'} action={editing} />
      {own && <ProfileTabs id={id} />}
      {data && (
        <div className={classes.waiting}>
          <PendingIdentity user={data} />
        </div>
      )}
      {isPending ? (
        <Spinner />
      ) : data ? (
        <Sections sections={sectionsOf(data, { own, isAdministrator, isSignedInActive: session.isActive })} />
      ) : (
        <NotLoaded query={{ error, isFetching, refetch }} sign panel />
      )}
    </>
  );
}

interface Reader {
  own: boolean;
  isAdministrator: boolean;
  isSignedInActive: boolean;
}

/** The parts of a profile that the reader may see: a decision that waits, the facts, then the settings, and the history at the foot. */
function sectionsOf(user: User, { own, isAdministrator, isSignedInActive }: Reader): (Section | false)[] {
  const { _id: id, isAdmin } = user;
  const isJudged = isAdministrator && !own && !isAdmin;
  const vendorId = own ? user.membership?.vendorId : isAdmin ? null : id;
  const isVendors = !isAdmin && isSignedInActive;
  const summary = isJudged && { id: 'summary', label: 'Summary', content: <VendorSummary user={user} /> };
  return [
    !user.isActive && summary,
    { id: 'profile', label: 'Profile', content: <Person user={user} own={own} /> },
    user.isActive && summary,
    isJudged && { id: 'papers', label: 'Document verification', content: <VendorDocuments user={user} /> },
    isJudged && { id: 'people', label: 'Users of this vendor', content: <VendorPeople vendorId={id} /> },
    { id: 'address', label: 'Address', half: true, content: <Address user={user} /> },
    { id: 'bank', label: 'Bank and terms', half: true, content: <Bank user={user} /> },
    { id: 'tax', label: 'Tax and documents', content: <Tax user={user} /> },
    isSignedInActive &&
      vendorId != null && { id: 'registrations', label: 'GST registrations', content: <VendorRegistrations vendorId={vendorId} /> },
    isVendors && { id: 'deliveries', label: 'Deliveries', half: true, content: <KeptPromises vendorId={vendorId ?? id} /> },
    isVendors && { id: 'einvoices', label: 'E-invoices', half: true, content: <EinvoicesSince vendorId={vendorId ?? id} /> },
    own && isSignedInActive && { id: 'leave', label: 'Leave', content: <OwnLeave /> },
    own && { id: 'mails', label: 'E-mails and notifications', content: <MailSwitches /> },
    isAdministrator && !own && { id: 'security', label: 'Security', content: <UserSecurity userId={id} /> },
    isSignedInActive && {
      id: 'history',
      label: 'History',
      content: (
        <Panel title="History">
          <Changes entity="user" id={id} />
        </Panel>
      ),
    },
  ];
}

function Person({ user, own }: { user: User; own: boolean }) {
  const name = [user.firstName, user.middleName, user.lastName].filter(Boolean).join(' ');
  // Administrators look for a company, and vendors for a person.
  const [first, second] = own || user.isAdmin || user.vendor_name === '' ? [name, user.vendor_name] : [user.vendor_name, name];
  return (
    <Panel>
      <div className={classes.person}>
        <Avatar src={user.userImg} name={name} size={72} color="ink" variant="light" alt="" />
        <div className={classes.names}>
          <h2 className={classes.name}>{first}</h2>
          <p className={classes.company}>{second}</p>
        </div>
      </div>
      <Facts
        items={[
          { label: 'First Name', value: user.firstName },
          { label: 'Middle Name', value: user.middleName },
          { label: 'Last Name', value: user.lastName },
          { label: 'E-mail ID', value: user.email },
          { label: 'Mobile Number', value: <Code value={user.mobileNumber} /> },
          { label: 'Role', value: t(user.isAdmin ? 'Admin' : 'User') },
          {
            label: 'Status',
            value: <StatusBadge tone={user.isActive ? 'good' : 'bad'}>{t(user.isActive ? 'Active' : 'InActive')}</StatusBadge>,
          },
          { label: 'Vendor Type', value: t(user.vendorType) },
          { label: 'Vendor Code', value: <Code value={user.vendor_Code} /> },
        ]}
      />
    </Panel>
  );
}

function Address({ user }: { user: User }) {
  return (
    <Panel title="Address">
      <Facts
        items={[
          { label: 'Address Line 1', value: user.address_Line1 },
          { label: 'Address Line 2', value: user.address_Line2 },
          { label: 'City', value: user.city },
          { label: 'Postal Code', value: user.postal_Code },
          { label: 'State', value: t(user.stateName ?? user.state) },
          { label: 'Country', value: countryWords(user.country_id, user.countryName ?? user.country_id) },
        ]}
      />
    </Panel>
  );
}

function Bank({ user }: { user: User }) {
  return (
    <Panel title="Bank and terms">
      <Facts
        items={[
          { label: 'Bank Name', value: user.bankName },
          { label: 'Account Number', value: <Code value={user.accountNumber} /> },
          { label: 'IFSC Code', value: <Code value={user.IFSCCode} /> },
          { label: 'Payment Terms', value: user.paymentTerms },
          ...((user.agreedTerms ?? '') === (user.paymentTerms ?? '') ? [] : [{ label: 'Agreed Payment Terms', value: user.agreedTerms }]),
          { label: 'Shipping Terms', value: user.shippingTerms },
        ]}
      />
    </Panel>
  );
}

function Tax({ user }: { user: User }) {
  return (
    <Panel title="Tax and documents">
      <Facts
        items={[
          { label: 'PAN Number', value: <Code value={user.pan} /> },
          { label: 'PAN Document', value: <Document link={user.panDocument} name="PAN document" missing="PAN no not available" /> },
          ...(user.kind === 'unregistered'
            ? [
                { label: 'GST registration', value: t(KIND_WORDS.unregistered) },
                { label: DECLARATION, value: <Document link={user.gstDocument} name={DECLARATION} missing="Not available" /> },
              ]
            : [
                { label: 'GST Number', value: <Code value={user.gstin} /> },
                {
                  label: 'GST Certificate',
                  value: <Document link={user.gstDocument} name="GST certificate" missing="GST certificate not available" />,
                },
              ]),
          {
            label: 'Cancelled Cheque',
            value: <Document link={user.cancelledCheque} name="Cancelled cheque" missing="Cancelled cheque not available" />,
          },
          {
            label: 'Certificate of Incorporation',
            value: <Document link={user.certiOfIncorporation} name="Certificate of incorporation" missing="Certificate not available" />,
          },
          ...(user.fssaiNumber === null
            ? []
            : [
                { label: 'FSSAI licence number', value: <Code value={user.fssaiNumber} /> },
                { label: 'FSSAI licence valid until', value: showDate(user.fssaiValidUntil) },
              ]),
          ...(user.paperBytes === undefined ? [] : [{ label: 'Storage for documents', value: documentRoom(user.paperBytes) }]),
        ]}
      />
    </Panel>
  );
}

/** Replaced documents count until they are removed. */
function documentRoom(bytes: number): string {
  const MB = 1024 * 1024;
  return t('{used} of {most} MB used', { used: megabytes(bytes / MB), most: DOCUMENT_BYTES_MAX / MB });
}

function Document({ link, name, missing }: { link: string | null; name: string; missing: string }) {
  if (link === null) return <span className={classes.missing}>{t(missing)}</span>;
  return (
    <a href={link} download className={classes.download} aria-label={t('Download {name}', { name: t(name) })}>
      <IconDownload size={15} aria-hidden />
      {t('Download')}
    </a>
  );
}
