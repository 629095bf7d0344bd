/** Builds what is not current, all or what is named. */
export function build(options?: { anyway?: boolean; only?: readonly ('server' | 'web')[] }): Promise<void>;
