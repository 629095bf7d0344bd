import {
  ATTACHMENT_PARTS,
  ATTACHMENTS_MAX,
  COMMENT_MAX,
  type CommentReader,
  comments,
  type DocumentKind,
  messages,
} from '@aapurti/contract/comments/comments';
import { ActionIcon, Combobox, FileButton, SegmentedControl, Textarea, useCombobox } from '@mantine/core';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';

import { useSignedIn } from '../access/session.ts';
import { ApiError, call, messageOf } from '../ground/api.ts';
import { callQuery } from '../ground/callQuery.ts';
import { Button } from '../ui/Button.tsx';
import { fileSize } from '../ui/fileSize.ts';
import { smallerPhoto } from '../ui/smallerPhoto.ts';
import { toast } from '../ui/toast.tsx';
import { t } from '../words/words.ts';
import type { CommentsProps } from './Comments.tsx';
import classes from './Comments.module.css';

/** The search text for a reader's name: the text between the last @ and the cursor. */
const MENTION = /(?:^|\s)@([\p{L}\p{M}\p{N}.' ]{0,40})$/u;
const OFFERED = 8;

/** Writes a comment with mentioned users and attached files. The buyer chooses who can read it. */
export function CommentForm({ kind, id, other, begun = null, onSent }: CommentsProps & { onSent: () => Promise<unknown> }) {
  const { isAdmin } = useSignedIn();
  const [text, setText] = useState('');
  const [internal, setInternal] = useState(false);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [mentions, setMentions] = useState<readonly CommentReader[]>([]);
  const field = useRef<HTMLTextAreaElement>(null);
  const visible = useId();
  const [last, setLast] = useState<typeof begun>(null);
  if (begun !== last) {
    setLast(begun);
    if (begun !== null) {
      // Text that is already in the form stays, above it.
      setText(text.trim() === '' || text === begun.text ? begun.text : `${text.trimEnd()}\n${begun.text}`);
      setInternal(false);
    }
  }
  useEffect(() => {
    if (begun === null) return;
    field.current?.focus();
    field.current?.scrollIntoView({ block: 'center' });
  }, [begun]);
  const send = useMutation({
    mutationFn: async () => {
      // A name that was deleted from the text is no longer mentioned.
      const named = mentions.filter(({ name }) => text.includes(`@${name}`));
      const parts = await Promise.all(files.map(async (file, place) => [ATTACHMENT_PARTS[place] ?? '', await smallerPhoto(file)] as const));
      const body = {
        documentKind: kind,
        documentId: id,
        text,
        internal: isAdmin && internal,
        mentions: named.map(({ _id }) => _id).join(','),
      };
      return call(comments.create, { body, files: Object.fromEntries(parts) });
    },
    onSuccess: async ({ data }) => {
      setText('');
      setFiles([]);
      setMentions([]);
      await onSent();
      toast.success(data.message);
    },
  });
  const [missing, setMissing] = useState(false);
  const isEmpty = text.trim() === '' && files.length === 0;

  return (
    <form
      noValidate
      className={classes.form}
      data-internal={(isAdmin && internal) || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(isEmpty);
        if (isEmpty) field.current?.focus();
        else send.mutate();
      }}
    >
      {isAdmin && (
        <SegmentedControl
          size="xs"
          className={classes.reach ?? ''}
          aria-label={t('Visible to')}
          value={internal ? 'internal' : 'both'}
          onChange={(value) => setInternal(value === 'internal')}
          data={[
            { value: 'both', label: t('Vendor and buyer') },
            { value: 'internal', label: t('Buyer only') },
          ]}
        />
      )}
      <MentionField
        kind={kind}
        id={id}
        field={field}
        text={text}
        describedBy={visible}
        isInternal={internal}
        error={t(missing && isEmpty ? messages.empty : undefined)}
        onText={setText}
        onMention={(reader) => setMentions([...mentions, reader])}
      />
      {files.length > 0 && (
        <ul className={classes.chosen}>
          {files.map((file, place) => (
            <li key={`${file.name}/${place}`}>
              <span className={classes.name}>{file.name}</span> <span className={classes.size}>{fileSize(file.size)}</span>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={28}
                aria-label={t('Remove {name}', { name: file.name })}
                onClick={() => setFiles(files.filter((_, index) => index !== place))}
              >
                <IconX size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <div role="alert" className={classes.problem}>
        {send.error !== null && t(problemOf(send.error))}
      </div>
      <div className={classes.foot}>
        <FileButton
          accept="image/*,.heic,.heif,application/pdf"
          multiple
          onChange={(chosen) => setFiles([...files, ...chosen].slice(0, ATTACHMENTS_MAX))}
          inputProps={{ 'aria-label': t('Photos or PDFs') }}
        >
          {(props) => (
            <Button label="Attach" variant="default" icon={IconPaperclip} disabled={files.length >= ATTACHMENTS_MAX} {...props} />
          )}
        </FileButton>
        <span id={visible} className={classes.visible}>
          {isAdmin && internal ? t('Only users of the buyer can read it.') : t('{other} can read it.', { other })}
        </span>
        <Button label="Send" type="submit" variant="default" loading={send.isPending} />
      </div>
    </form>
  );
}

/** The message of the first invalid file. */
function problemOf(error: unknown): string {
  return (error instanceof ApiError ? Object.values(error.errors)[0] : undefined) ?? messageOf(error);
}

interface MentionFieldProps {
  kind: DocumentKind;
  id: string;
  field: React.RefObject<HTMLTextAreaElement | null>;
  text: string;
  describedBy: string;
  isInternal: boolean;
  error: string | undefined;
  onText: (text: string) => void;
  onMention: (reader: CommentReader) => void;
}

/** The field of the text: after an @ it offers the people who can read the comment. */
function MentionField({ kind, id, field, text, describedBy, isInternal, error, onText, onMention }: MentionFieldProps) {
  const box = useCombobox();
  const [cursor, setCursor] = useState(0);
  const [asked, setAsked] = useState(false);
  const { data: readers } = useQuery({ ...callQuery(comments.people, { query: { documentKind: kind, documentId: id } }), enabled: asked });
  const wanted = MENTION.exec(text.slice(0, cursor))?.[1];
  const offered =
    wanted === undefined
      ? []
      : (readers ?? [])
          .filter(({ isBuyers, name }) => (isBuyers || !isInternal) && name.toLowerCase().includes(wanted.toLowerCase()))
          .slice(0, OFFERED);

  function choose(memberId: string) {
    const reader = offered.find(({ _id }) => _id === memberId);
    if (reader === undefined || wanted === undefined) return;
    const start = cursor - wanted.length;
    const next = `${text.slice(0, start)}${reader.name} ${text.slice(cursor)}`;
    const after = start + reader.name.length + 1;
    onText(next);
    onMention(reader);
    box.closeDropdown();
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(after, after);
      setCursor(after);
    });
  }

  return (
    <Combobox store={box} onOptionSubmit={choose} withinPortal>
      <Combobox.Target withKeyboardNavigation={offered.length > 0} withAriaAttributes={offered.length > 0}>
        <Textarea
          ref={field}
          label={t('Write a comment')}
          aria-describedby={describedBy}
          placeholder={t('Type @ to mention someone')}
          autosize
          minRows={2}
          maxRows={12}
          maxLength={COMMENT_MAX}
          value={text}
          error={error}
          onChange={(event) => {
            const { value, selectionStart } = event.currentTarget;
            onText(value);
            setCursor(selectionStart);
            const isMention = MENTION.test(value.slice(0, selectionStart));
            if (isMention) {
              setAsked(true);
              box.openDropdown();
              box.updateSelectedOptionIndex();
            } else box.closeDropdown();
          }}
          onBlur={() => box.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={offered.length === 0}>
        <Combobox.Options aria-label={t('People')}>
          {offered.map(({ _id, name, company }) => (
            <Combobox.Option key={_id} value={_id}>
              {name} <span className={classes.about}>{company}</span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
