import type { Access } from '@aapurti/contract/ground/operation';
import { type RoleSet, roleRefusal } from '@aapurti/contract/access/roles';
import { sayJoined } from '@aapurti/contract/ground/template';
import { Alert, Group } from '@mantine/core';
import { IconAlertCircle, IconInfoCircle, IconLock } from '@tabler/icons-react';
import { type ComponentType, type FormEvent, lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { FormProvider, useFormState } from 'react-hook-form';

import { ApiError, messageOf } from '../ground/api.ts';
import { mayDo, OTHER_SITE } from '../access/roles.ts';
import { useSession } from '../access/session.ts';
import classes from './Form.module.css';
import { RemarksContext } from './remarks.ts';
import { useUnfinished } from './unfinished.ts';
import type { ContractForm, Values } from './useContractForm.ts';
import { t } from '../words/words.ts';
import { Button, RowButton } from '../ui/Button.tsx';
import { onDemand } from '../ui/onDemand.tsx';

// Loaded on demand: imports the dialogs, which the sign-in page does not need.
const UnsavedGuard = onDemand(async () => (await import('./UnsavedGuard.tsx')).UnsavedGuard);

// Loaded on demand, for forms with files. Uploads work without it.
const UploadProgress = lazy(async (): Promise<{ default: ComponentType<{ share: number; onStop: () => void }> }> => {
  const loaded = await import('./UploadProgress.tsx').catch(() => null);
  return { default: loaded?.UploadProgress ?? (() => null) };
});

export interface Submitting {
  /** The current values, including files. */
  values: Values;
  /** The signal for `call`: aborted by the Stop button of an upload. */
  signal: AbortSignal;
  onProgress: (share: number) => void;
  /** The `name` of the button that was pressed; '' for the first one, and for Enter. */
  button: string;
}

/** Focuses the first field of a form in a dialog, unless the dialog names another control. */
function focusFirst(form: HTMLFormElement | null): void {
  const dialog = form?.closest('[role="dialog"]');
  if (dialog === null || dialog?.querySelector('[data-autofocus]')) return;
  const field = form?.querySelector<HTMLElement>('input:not([type="hidden"], :disabled, [readonly]), textarea:not(:disabled, [readonly])');
  field?.setAttribute('data-autofocus', '');
  field?.focus();
}

interface FormProps<Output> {
  form: ContractForm<Output>;
  /**
   * Sends the form. A thrown error is shown: an ApiError's `errors` at their fields, its message above the buttons. For a 201 that refuses:
   * `throw new ApiError(201, message, { errors: { email: message } })`. Navigation from here asks no question. 'unsaved' means that the
   * form continues and nothing is saved yet.
   */
  onSubmit: (data: Output, submitting: Submitting) => Promise<void | 'unsaved'>;
  submitLabel?: string;
  onCancel?: () => void;
  /** Leads to the previous step. */
  onBack?: (() => void) | undefined;
  /** Called with the names of wrong fields before the first of them gets the focus, so that a form in steps can show its step. */
  onWrong?: (names: string[]) => void;
  /** The access of the form's call: users without it see the fields read-only. */
  access?: Access;
  /** The record's site, with the same effect, because a user may be limited to some sites. */
  siteId?: string | null | undefined;
  /** False for forms that may be left without a question: sign-in, look-up. */
  guarded?: boolean;
  /** Disables submitting; the form shows the reason. */
  blocked?: boolean;
  /** True for one wide button, as on the sign-in pages. */
  wide?: boolean;
  /** Called after a conflict (409): loads the newer record and discards the user's input. */
  onReload?: (newer: unknown) => void;
  /** Also called after a conflict, but shows the differences and keeps the user's input. */
  onCompare?: (newer: unknown) => void;
  /** The id for a button outside the form, for its `form` attribute. */
  id?: string;
  /** A second submit button: type submit, with a name. */
  secondary?: ReactNode;
  children: ReactNode;
}

/**
 * The frame of every form:
 *
 *   const form = useContractForm({ schema: schemeForm, defaults: { schemeName: '', quantity: '' }, remarks: (v) => ({ freeQuantity: freeQuantityRemark(v.quantity, v.freeQuantity) }) });
 *
 *   <Form form={form} submitLabel="Submit" onCancel={goBack} onSubmit={async (data) => { await call(schemes.create, { body: data }); toast.success(messages.created); goBack(); }}>
 *     <FormSection title="Scheme">
 *       <TextField name="schemeName" label="Scheme Name" required />
 *       <NumberField name="quantity" label="Quantity" />
 *     </FormSection>
 *   </Form>
 *
 * `form` is react-hook-form's: `form.setValue`, `form.watch`. Show the form once its record is loaded, so that it opens filled.
 */
export function Form<Output>({
  form,
  onSubmit,
  submitLabel = 'Save',
  onCancel,
  onBack,
  onWrong,
  access,
  siteId,
  guarded = true,
  blocked = false,
  wide = false,
  onReload,
  onCompare,
  id,
  secondary,
  children,
}: FormProps<Output>) {
  const element = useRef<HTMLFormElement>(null);
  const refusal = useRefusal(access, siteId);
  const { isDirty, errors: shownErrors } = useFormState({ control: form.control });
  const leaving = useRef(false);
  const { isBack, drop } = useUnfinished(form, element, guarded);
  const [running, setRunning] = useState<AbortController | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [failure, setFailure] = useState<{ message: string; newer: unknown } | null>(null);

  // The dialog's first control is the button that closes it.
  useEffect(() => focusFirst(element.current), []);

  const isLeaving = useCallback(() => leaving.current, []);
  const stay = useCallback(() => {
    leaving.current = false;
  }, []);

  // Requested with the errors and done by the render that shows them, which may be a later one on a slow machine.
  const wantsFocus = useRef(false);
  const [, draw] = useState(0);
  const isWrong = Object.keys(shownErrors).length > 0;
  useEffect(() => {
    const first = element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong] input');
    // The step with the field may be rendered later than the errors.
    if (!wantsFocus.current || !isWrong || !first?.checkVisibility()) return;
    wantsFocus.current = false;
    first.focus();
  });
  function focusFirstError(names: string[]) {
    onWrong?.(names);
    wantsFocus.current = true;
    draw((before) => before + 1);
  }

  async function send(values: Values, button: string) {
    const read = form.read(values);
    if (read.errors !== null) return;
    const controller = new AbortController();
    setRunning(controller);
    leaving.current = true;
    try {
      const outcome = await onSubmit(read.data, { values, signal: controller.signal, onProgress: setShare, button });
      if (outcome === 'unsaved') {
        leaving.current = false;
        return;
      }
      // A form may stay open; saved values no longer count as changes.
      form.reset(form.getValues());
    } catch (error) {
      leaving.current = false;
      if (!controller.signal.aborted) show(error);
    } finally {
      setRunning(null);
      setShare(null);
    }
  }

  function show(error: unknown) {
    // A defect of the screen: one sentence for the user, details for the developer.
    if (!(error instanceof ApiError)) reportError(error);
    const errors = Object.entries(error instanceof ApiError ? error.errors : {});
    const shown = new Set(Object.keys(form.getValues()));
    for (const [name, message] of errors) if (shown.has(name)) form.setError(name, { type: 'server', message });
    const rest = errors.filter(([name]) => !shown.has(name)).map(([, message]) => message);
    const stale = error instanceof ApiError && error.status === 409 && error.data !== undefined && error.data !== null;
    if (errors.length === 0) setFailure({ message: messageOf(error), newer: stale ? error.data : undefined });
    else if (rest.length > 0) setFailure({ message: sayJoined(rest), newer: undefined });
    if (errors.length > rest.length) focusFirstError(errors.map(([name]) => name));
  }

  function submit(event: FormEvent) {
    event.stopPropagation();
    event.preventDefault();
    // The button is disabled too, but Enter submits without it.
    if (running !== null || blocked) return;
    setFailure(null);
    const { submitter } = event.nativeEvent as SubmitEvent;
    const button = submitter instanceof HTMLButtonElement ? submitter.name : '';
    void form.handleSubmit(
      (values) => send(values, button),
      (wrong) => focusFirstError(Object.keys(wrong)),
    )(event);
  }

  return (
    <FormProvider {...form}>
      <RemarksContext value={form.remarks}>
        <form ref={element} id={id} noValidate className={classes.form} onSubmit={submit}>
          {isBack && isDirty && (
            <Alert role="note" variant="light" icon={<IconInfoCircle size={18} />}>
              {t('The text you typed before your session ended has been restored. It is not saved yet.')}
            </Alert>
          )}
          {refusal === null ? children : <ReadOnly why={refusal}>{children}</ReadOnly>}
          {failure !== null && (
            <Alert role="alert" color="red" variant="light" icon={<IconAlertCircle size={18} />}>
              {t(failure.message)}
              {failure.newer !== undefined && (
                <Group gap="xs" mt="xs">
                  {[['Look at what changed', onCompare] as const, ['Reload', onReload] as const].map(
                    ([words, take]) =>
                      take !== undefined && <RowButton label={words} key={words} onClick={() => (setFailure(null), take(failure.newer))} />,
                  )}
                </Group>
              )}
            </Alert>
          )}
          {share !== null && running !== null && (
            <Suspense>
              <UploadProgress share={share} onStop={() => running.abort()} />
            </Suspense>
          )}
          <div className={classes.buttons} data-wide={wide || undefined}>
            {onCancel !== undefined && <Button label={refusal === null ? 'Cancel' : 'Back'} variant="default" onClick={onCancel} />}
            {onBack !== undefined && (
              <Button label="Back" variant="default" className={classes.back} onClick={onBack} disabled={running !== null} />
            )}
            {refusal === null && (
              <>
                <Button label={submitLabel} type="submit" loading={running !== null} disabled={blocked} fullWidth={wide} />
                {secondary}
              </>
            )}
          </div>
        </form>
        {guarded && <UnsavedGuard isDirty={isDirty} isLeaving={isLeaving} onClean={stay} onLeave={drop} />}
      </RemarksContext>
    </FormProvider>
  );
}

/**
 * The reason why the user's role may not send the form, as of its opening, because a role that is removed later must not block the user's
 * input.
 */
function useRefusal(access: Access | undefined, siteId: string | null | undefined): string | null {
  const session = useSession();
  const [refusal] = useState(() =>
    session === null || access === undefined || mayDo(session, access, siteId)
      ? null
      : mayDo(session, access)
        ? OTHER_SITE
        : (roleRefusal(access as RoleSet, session.isAdmin) ?? 'Only the buyer can do this.'),
  );
  return refusal;
}

function ReadOnly({ why, children }: { why: string; children: ReactNode }) {
  return (
    <>
      <Alert role="note" color="gray" variant="light" icon={<IconLock size={18} />}>
        {t(why)}
      </Alert>
      <fieldset disabled className={classes.readOnly}>
        {children}
      </fieldset>
    </>
  );
}

interface FormSectionProps {
  title?: string;
  /** Each field is a row: its name and help on the left, its value on the right. */
  rows?: boolean;
  children: ReactNode;
}

/** Fields under a heading, in two columns if there is enough width. */
export function FormSection({ title, rows = false, children }: FormSectionProps) {
  return (
    <section className={classes.section}>
      {title !== undefined && <h2 className={classes.heading}>{t(title)}</h2>}
      <div className={rows ? classes.rows : classes.fields}>{children}</div>
    </section>
  );
}
