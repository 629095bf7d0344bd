import { vi } from 'vitest';

// A worker shares the packages that it has loaded between its test files. The portal's own modules, which hold state and are replaced
// by mocks, each file gets anew.
vi.resetModules();
