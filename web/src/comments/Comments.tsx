import { type Comment, comments, type DocumentKind } from '@aapurti/contract/comments/comments';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { useMay } from '../access/useMay.ts';
import { call, messageOf } from '../ground/api.ts';
import { queryClient } from '../ground/queries.ts';
import { RowButton } from '../ui/Button.tsx';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { showInstant } from '../ui/showInstant.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { toast } from '../ui/toast.tsx';
import { useStep } from '../ui/useStep.ts';
import { t } from '../words/words.ts';
import { Attachments } from './Attachments.tsx';
import { CommentForm } from './CommentForm.tsx';
import classes from './Comments.module.css';
import { commentsQuery } from './commentsQuery.ts';

export interface CommentsProps {
  kind: DocumentKind;
  id: string;
  /** The name of the other company. */
  other: string;
  /** A comment to start with, for both parties: it waits in the form, and nothing is sent. Each is a separate object. */
  begun?: { text: string } | null;
}

/** The comments on a document that the user may see, and the form for a new one. */
export function Comments({ kind, id, other, begun = null }: CommentsProps) {
  const mayWrite = useMay()(comments.create.access);
  const query = useQuery(commentsQuery(kind, id));
  const [earlier, setEarlier] = useState<readonly Comment[]>([]);
  const [more, setMore] = useState<boolean | null>(null);
  const [busy, setBusy] = useState(false);
  const [removing, setRemoving] = useState<Comment | null>(null);
  const { data } = query;
  const reload = () => queryClient.invalidateQueries({ queryKey: commentsQuery(kind, id).queryKey });
  const remove = useStep((comment: string) => call(comments.remove, { params: { id: comment } }), reload);
  const shown = [...earlier, ...(data?.comments ?? [])];

  async function showEarlier() {
    const [first] = shown;
    if (first === undefined) return;
    setBusy(true);
    try {
      const page = (await call(comments.list, { query: { documentKind: kind, documentId: id, before: first._id } })).data;
      setEarlier([...page.comments, ...earlier]);
      setMore(page.more);
    } catch (error) {
      toast.error(messageOf(error));
    }
    setBusy(false);
  }

  if (data === undefined) return <NotLoaded query={query} height={120} />;
  return (
    <div className={classes.comments}>
      {(more ?? data.more) && (
        <RowButton label="Show earlier comments" loading={busy} onClick={() => void showEarlier()} className={classes.earlier ?? ''} />
      )}
      {shown.length === 0 ? (
        <p className={classes.none}>{t('No comments yet.')}</p>
      ) : (
        <ol className={classes.talk}>
          {shown.map((comment) => (
            <CommentItem key={comment._id} comment={comment} onRemove={() => setRemoving(comment)} />
          ))}
        </ol>
      )}
      {mayWrite && <CommentForm kind={kind} id={id} other={other} begun={begun} onSent={reload} />}
      <ConfirmModal
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        onConfirm={() => remove.run(removing?._id ?? '')}
        title="Delete comment"
        confirm="Delete"
      >
        {t('The text and the attachments are removed. “Deleted” remains in their place.')}
      </ConfirmModal>
    </div>
  );
}

function CommentItem({ comment, onRemove }: { comment: Comment; onRemove: () => void }) {
  const { author, company, createdAt, internal, isDeleted, text, mentioned, attachments, deletableUntil } = comment;
  return (
    <li className={classes.comment} data-internal={internal || undefined}>
      <span className={classes.initials} aria-hidden>
        {initialsOf(author)}
      </span>
      <div className={classes.body}>
        <div className={classes.head}>
          <strong>{author}</strong>
          <span className={classes.about}>
            {company}, <time dateTime={createdAt}>{showInstant(createdAt)}</time>
          </span>
          {internal && <StatusBadge tone="warn">{t('Internal')}</StatusBadge>}
          {deletableUntil !== null && (
            <button type="button" className={classes.delete} onClick={onRemove}>
              {t('Delete')}
            </button>
          )}
        </div>
        {isDeleted ? (
          <p className={classes.gone}>{t('Deleted')}</p>
        ) : (
          text !== '' && <p className={classes.text}>{marked(text, mentioned)}</p>
        )}
        {attachments.length > 0 && <Attachments attachments={attachments} />}
      </div>
    </li>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => (word === undefined ? '' : ([...word][0] ?? '')))
    .join('')
    .toUpperCase();
}

/** The text with the names of mentioned users highlighted. */
function marked(text: string, mentioned: readonly string[]): ReactNode[] {
  const names = mentioned.filter((name) => name !== '').map((name) => `@${name}`);
  if (names.length === 0) return [text];
  const pattern = new RegExp(`(${names.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')})`, 'gu');
  // Parts at odd positions are the names that separate the others.
  return text.split(pattern).map((part, place) =>
    place % 2 === 1 ? (
      <span key={place} className={classes.mention}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}
