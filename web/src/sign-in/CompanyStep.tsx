import { companies as calls } from '@aapurti/contract/people/companies';
import { ROLE_WORDS } from '@aapurti/contract/access/roleWords';
import type { Role } from '@aapurti/contract/access/roles';
import { useMutation } from '@tanstack/react-query';

import { ApiError, call, messageOf } from '../ground/api.ts';
import { startSession } from '../access/session.ts';
import { toast } from '../ui/toast.tsx';
import classes from './CompanyStep.module.css';
import { Button } from '../ui/Button.tsx';

interface CompanyStepProps {
  challenge: string;
  companies: readonly { _id: string; company: string; role: string }[];
  /** Leads back to the password with a message, if it must be entered again. */
  onBack: (why: string) => void;
}

/** The last step of a sign-in for a member of several companies. */
export function CompanyStep({ challenge, companies, onBack }: CompanyStepProps) {
  const enter = useMutation({
    mutationFn: (company: string) => call(calls.login, { body: { challenge, company } }),
    onSuccess: ({ data }) => startSession(data.token, data.detail),
    onError: (error) => (error instanceof ApiError && error.status === 401 ? onBack(error.message) : toast.error(messageOf(error))),
  });
  return (
    <div className={classes.companies}>
      {companies.map(({ _id, company, role }) => (
        <Button
          key={_id}
          variant="default"
          justify="space-between"
          rightSection={<span className={classes.role}>{ROLE_WORDS[role as Role].name}</span>}
          loading={enter.isPending && enter.variables === _id}
          disabled={enter.isPending}
          onClick={() => enter.mutate(_id)}
        >
          {company}
        </Button>
      ))}
    </div>
  );
}
