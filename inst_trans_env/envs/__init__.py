"""What the verifiers environments of this project share. Its modules import `verifiers`; nothing else here does."""
