import type { User } from '@aapurti/contract/accounts';
import { IconDownload, IconFileOff } from '@tabler/icons-react';
import { useState } from 'react';

import { Code } from '../ui/Code.tsx';
import { Facts, Panel } from '../ui/Panel.tsx';
import { t } from '../words.ts';
import classes from './VendorPapers.module.css';

/** Each paper beside the numbers that it proves. */
export function VendorPapers({ user }: { user: User }) {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  const papers = [
    {
      name: 'PAN document',
      link: user.panDocument,
      proves: [
        { label: 'PAN Number', value: <Code value={user.pan} /> },
        { label: 'Name', value: name },
      ],
    },
    {
      name: 'GST certificate',
      link: user.gstDocument,
      proves: [
        { label: 'GST Number', value: <Code value={user.gstin} /> },
        { label: 'Address', value: [user.address_Line1, user.address_Line2, user.city, user.postal_Code].filter(Boolean).join(', ') },
      ],
    },
    {
      name: 'Cancelled cheque',
      link: user.cancelledCheque,
      proves: [
        { label: 'Account Number', value: <Code value={user.accountNumber} /> },
        { label: 'IFSC Code', value: <Code value={user.IFSCCode} /> },
        { label: 'Bank Name', value: user.bankName },
      ],
    },
    {
      name: 'Certificate of incorporation',
      link: user.certiOfIncorporation,
      proves: [
        { label: 'Company name', value: user.vendor_name },
        { label: 'Vendor Type', value: t(user.vendorType) },
      ],
    },
  ];
  return (
    <Panel title="Papers and what they prove">
      <ul className={classes.papers}>
        {papers.map(({ name: paper, link, proves }) => (
          <li key={paper}>
            <h3 className={classes.name}>{t(paper)}</h3>
            <Facts items={proves} />
            {link === null ? (
              <p className={classes.missing}>
                <IconFileOff size={16} aria-hidden />
                {t('Missing')}
              </p>
            ) : (
              <Paper link={link} name={paper} />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** A picture shows itself; anything else is downloaded. */
function Paper({ link, name }: { link: string; name: string }) {
  // Links are made anew while the page is open. The picture needs none after the first.
  const [first] = useState(link);
  const [isPicture, setIsPicture] = useState(true);
  return (
    <a href={link} download className={classes.paper} aria-label={t('Download {name}', { name: t(name) })}>
      {isPicture && <img src={first} alt="" className={classes.picture} onError={() => setIsPicture(false)} />}
      <span className={classes.download}>
        <IconDownload size={15} aria-hidden />
        {t('Download')}
      </span>
    </a>
  );
}
