import { providerSignIn } from '@aapurti/contract/sign-in/providers';
import { isBlank } from '@aapurti/contract/ground/fields';
import { Divider, Stack } from '@mantine/core';
import { IconBuilding, IconKey } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';

import { ApiError, call, messageOf } from '../ground/api.ts';
import { t } from '../words/words.ts';
import { leaveFor } from './providerReturn.ts';
import { Button } from '../ui/Button.tsx';

interface ProviderSignInProps {
  /** The buyer's providers. */
  providers: readonly { _id: string; name: string }[];
  /** True if vendors have providers, which are found by the e-mail. */
  forVendors: boolean;
  /** The e-mail as entered. */
  email: () => string;
  onEmailProblem: (problem: string) => void;
  onProblem: (problem: string) => void;
}

/** The buttons of identity providers, under the password. */
export function ProviderSignIn({ providers, forVendors, email, onEmailProblem, onProblem }: ProviderSignInProps) {
  const start = useMutation({
    mutationFn: async (body: { provider?: string; email?: string }) => (await call(providerSignIn.start, { body })).data,
    onSuccess: (data) => leaveFor(data, 'sign-in', new URLSearchParams(window.location.search).get('redirectFrom') ?? ''),
    onError: (error) => {
      const problem = error instanceof ApiError ? error.errors['email'] : undefined;
      if (problem === undefined) onProblem(messageOf(error));
      else onEmailProblem(problem);
    },
  });
  return (
    <Stack gap="sm" mt="lg">
      <Divider label={t('or')} />
      {providers.map(({ _id, name }) => (
        <Button
          key={_id}
          variant="default"
          icon={IconKey}
          loading={start.isPending && start.variables.provider === _id}
          disabled={start.isPending}
          onClick={() => start.mutate({ provider: _id })}
        >
          {t('Continue with {name}', { name })}
        </Button>
      ))}
      {forVendors && (
        <Button
          label="Continue with your company"
          variant="default"
          icon={IconBuilding}
          loading={start.isPending && start.variables.provider === undefined}
          disabled={start.isPending}
          onClick={() =>
            isBlank(email()) ? onEmailProblem('Enter your e-mail. Its domain identifies your company.') : start.mutate({ email: email() })
          }
        />
      )}
    </Stack>
  );
}
