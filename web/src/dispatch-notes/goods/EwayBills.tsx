import { dispatchGoods } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import type { DispatchNote } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { dispatchNotes } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { ewayBills } from '@aapurti/contract/dispatch-notes/ewayBills';
import { indianDay, showMoney } from '@aapurti/contract/ground/fields';
import { Checkbox, FileButton, Group, Modal, Text, Textarea } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { call, messageOf } from '../../ground/api.ts';
import { renewed } from '../../ground/callQuery.ts';
import type { Selection } from '../../list/selection.ts';
import { Button } from '../../ui/Button.tsx';
import { NotLoaded } from '../../ui/NotLoaded.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { toast } from '../../ui/toast.tsx';
import { t } from '../../words/words.ts';
import classes from './Goods.module.css';

/** The button for selected notes; it first checks the notes, then offers the e-way bill file. */
export function EwayButton({ selection }: { selection: Selection<DispatchNote> }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button label="E-way bill file" size="compact-md" icon={IconFileText} onClick={() => setOpened(true)} />
      <Modal opened={opened} onClose={() => setOpened(false)} title={t('E-way bill file')} size="lg">
        {opened && <DryRun noteIds={selection.rows.map(({ _id }) => _id)} onDone={() => setOpened(false)} />}
      </Modal>
    </>
  );
}

function DryRun({ noteIds, onDone }: { noteIds: string[]; onDone: () => void }) {
  const [busy, setBusy] = useState(false);
  const [voluntary, setVoluntary] = useState(false);
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: [ewayBills.check.id, noteIds, voluntary],
    queryFn: async ({ signal }) => (await call(ewayBills.check, { body: { noteIds, voluntary }, signal })).data,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  if (data === undefined) return <NotLoaded query={{ error, isPending, isFetching, refetch }} height={160} />;
  const included = data.filter((bill) => bill.included);
  const words = data.flatMap((bill) => bill.words);

  async function download() {
    setBusy(true);
    try {
      const { data: file } = await call(ewayBills.file, { body: { noteIds, voluntary } });
      saveFile(file, `eway-bills-${indianDay(new Date())}.json`);
      onDone();
    } catch (failure) {
      toast.error(messageOf(failure));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Text mb="sm">
        {t('The file contains {count} of {all} dispatch notes, worth {value}.', {
          count: included.length,
          all: data.length,
          value: showMoney(included.reduce((sum, { value }) => sum + value, 0)),
        })}
      </Text>
      <Checkbox
        mb="sm"
        label={t('Include dispatch notes that need no e-way bill')}
        checked={voluntary}
        onChange={(event) => setVoluntary(event.currentTarget.checked)}
      />
      {words.length > 0 && (
        <ul className={classes.words} aria-label={t('Before you continue')}>
          {words.map((each) => (
            <li key={each}>{t(each)}</li>
          ))}
        </ul>
      )}
      <Group justify="end" mt="md">
        <Button label="Cancel" variant="default" onClick={onDone} />
        <Button label="Download file" disabled={included.length === 0} loading={busy} onClick={() => void download()} />
      </Group>
    </>
  );
}

/** Imports the e-way bill numbers from the result file of the e-way bill portal, or from pasted text. */
export function EwayResultWindow({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);

  async function send() {
    setBusy(true);
    setError(null);
    try {
      const { data } = await call(ewayBills.result, { body: { text } });
      toast.success(data.message);
      setProblems(data.data.problems);
      await renewed([dispatchNotes.list, dispatchNotes.get, dispatchGoods.get]);
      if (data.data.problems.length === 0) onClose();
    } catch (failure) {
      setError(messageOf(failure));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal opened={opened} onClose={onClose} title={t('E-way bill numbers')} size="lg">
      <Textarea
        label={t('Result file of the e-way bill portal')}
        description={t('Paste the table with document and e-way bill numbers, or choose the file (.csv or .json).')}
        rows={8}
        value={text}
        error={t(error)}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {problems.length > 0 && (
        <ul className={classes.words} aria-label={t('Problems found')}>
          {problems.map((each) => (
            <li key={each}>{t(each)}</li>
          ))}
        </ul>
      )}
      <Group justify="end" mt="md">
        <FileButton accept=".csv,.json,.txt,.tsv" onChange={(file) => void file?.text().then(setText)}>
          {(props) => <Button label="Choose file" variant="default" {...props} />}
        </FileButton>
        <Button label="Import" loading={busy} disabled={text.trim() === ''} onClick={() => void send()} />
      </Group>
    </Modal>
  );
}
