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
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Facts, Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { useParam } from '../ui/useParam.ts';
import { urls } from '../urls.ts';
import { OwnLeave } from '../people/OwnLeave.tsx';
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
/** The part for administrators alone. */
const VendorReview = onDemand(async () => (await import('./VendorReview.tsx')).VendorReview);
const UserSecurity = onDemand(async () => (await import('../sign-in/security/UserSecurity.tsx')).UserSecurity);

/** The links to documents work for five minutes at least; a page that stays open fetches new ones in time. */
const LINK_MILLISECONDS = 4 * 60_000;

/** One's own profile, or for administrators anybody's. */
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
      <div className={classes.sheet}>
        {data && <PendingIdentity user={data} />}
        {data && isAdministrator && !own && !data.isAdmin && <VendorReview user={data} />}
        {isPending ? (
          <Spinner />
        ) : data ? (
          <Profile user={data} own={own} />
        ) : (
          <NotLoaded query={{ error, isFetching, refetch }} sign panel />
        )}
        {data && session.isActive && <VendorRegistrations vendorId={own ? data.membership?.vendorId : data.isAdmin ? null : id} />}
        {data && !data.isAdmin && session.isActive && (
          <>
            <div className={classes.half}>
              <KeptPromises vendorId={own ? (data.membership?.vendorId ?? id) : id} />
            </div>
            <div className={classes.half}>
              <EinvoicesSince vendorId={own ? (data.membership?.vendorId ?? id) : id} />
            </div>
          </>
        )}
        {data && own && session.isActive && <OwnLeave />}
        {data && own && <MailSwitches />}
        {data && isAdministrator && !own && <UserSecurity userId={id} />}
        {data && session.isActive && (
          <Panel title="History">
            <Changes entity="user" id={id} />
          </Panel>
        )}
      </div>
    </>
  );
}

function Profile({ user, own }: { user: User; own: boolean }) {
  const name = [user.firstName, user.middleName, user.lastName].filter(Boolean).join(' ');
  // The buyer looks for a company, and its own people for a person.
  const [first, second] = own || user.isAdmin || user.vendor_name === '' ? [name, user.vendor_name] : [user.vendor_name, name];
  return (
    <>
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
      <div className={classes.half}>
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
      </div>
      <div className={classes.half}>
        <Panel title="Bank and terms">
          <Facts
            items={[
              { label: 'Bank Name', value: user.bankName },
              { label: 'Account Number', value: <Code value={user.accountNumber} /> },
              { label: 'IFSC Code', value: <Code value={user.IFSCCode} /> },
              { label: 'Payment Terms', value: user.paymentTerms },
              ...((user.agreedTerms ?? '') === (user.paymentTerms ?? '')
                ? []
                : [{ label: 'Agreed Payment Terms', value: user.agreedTerms }]),
              { label: 'Shipping Terms', value: user.shippingTerms },
            ]}
          />
        </Panel>
      </div>
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
    </>
  );
}

/** Replaced documents count until they are removed. */
function documentRoom(bytes: number): string {
  const MB = 1024 * 1024;
  return t('{used} of {most} MB used', { used: (bytes / MB).toFixed(1), most: DOCUMENT_BYTES_MAX / MB });
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
