import { inOneLine } from '@aapurti/contract/ground/fields';
import type { User } from '@aapurti/contract/vendors/accounts';
import { IconDownload, IconFileOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { ApiError, messageOf } from '../ground/api.ts';
import { RowButton } from '../ui/Button.tsx';
import { Code } from '../ui/Code.tsx';
import { FilePicture } from '../ui/FilePicture.tsx';
import { Facts, Panel } from '../ui/Panel.tsx';
import { toast } from '../ui/toast.tsx';
import { t } from '../words/words.ts';
import { DECLARATION, KIND_WORDS } from './form/userValues.ts';
import classes from './VendorDocuments.module.css';
import { PdfFrame } from '../ui/PdfFrame.tsx';

/** Each document next to the numbers that it proves. */
export function VendorDocuments({ user }: { user: User }) {
  const unregistered = user.kind === 'unregistered';
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  const documents = [
    {
      name: 'PAN document',
      link: user.panDocument,
      proves: [
        { label: 'PAN Number', value: <Code value={user.pan} /> },
        { label: 'Name', value: name },
      ],
    },
    {
      name: unregistered ? DECLARATION : 'GST certificate',
      link: user.gstDocument,
      proves: [
        unregistered
          ? { label: 'GST registration', value: t(KIND_WORDS.unregistered) }
          : { label: 'GST Number', value: <Code value={user.gstin} /> },
        { label: 'Address', value: inOneLine(user.address_Line1, user.address_Line2, user.city, user.postal_Code) },
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
      needed: !unregistered,
      proves: [
        { label: 'Company name', value: user.vendor_name },
        { label: 'Vendor Type', value: t(user.vendorType) },
      ],
    },
  ].filter(({ link, needed = true }) => needed || link !== null);
  return (
    <Panel title="Document verification">
      <ul className={classes.documents}>
        {documents.map(({ name: document, link, proves }) => (
          <li key={document}>
            <h3 className={classes.name}>{t(document)}</h3>
            <Facts items={proves} />
            {link === null ? (
              <p className={classes.missing}>
                <IconFileOff size={16} aria-hidden />
                {t('Missing')}
              </p>
            ) : (
              <ShownDocument link={link} name={document} />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Shown on request, because each opening of a document is logged. */
function ShownDocument({ link, name }: { link: string; name: string }) {
  const [file, setFile] = useState<File | null>(null);
  const show = useMutation({
    mutationFn: async () => {
      const answer = await fetch(link);
      if (!answer.ok) throw new ApiError(answer.status, 'The document could not be loaded. Please reload the page.');
      const blob = await answer.blob();
      return new File([blob], name, { type: blob.type });
    },
    onSuccess: setFile,
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <div className={classes.document}>
      {file !== null &&
        (file.type.startsWith('image/') ? (
          <FilePicture file={file} className={classes.picture} />
        ) : (
          <FilePages file={file} title={name} className={classes.pages} />
        ))}
      <div className={classes.actions}>
        {file === null && (
          <RowButton
            label="Show"
            compact
            loading={show.isPending}
            aria-label={t('Show {name}', { name: t(name) })}
            onClick={() => show.mutate()}
          />
        )}
        <a href={link} download className={classes.download} aria-label={t('Download {name}', { name: t(name) })}>
          <IconDownload size={15} aria-hidden />
          {t('Download')}
        </a>
      </div>
    </div>
  );
}

/** A PDF in place, with a link to a tab of its own; `title` names it. */
function FilePages({ file, title, className }: { file: File; title: string; className: string | undefined }) {
  const [address, setAddress] = useState<string>();
  return (
    <>
      <PdfFrame file={file} title={t(title)} className={className} onAddress={setAddress} />
      <a href={address} target="_blank" rel="noreferrer">
        {t('Open in a new tab')}
      </a>
    </>
  );
}
