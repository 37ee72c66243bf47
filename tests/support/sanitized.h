// Whether the address or thread sanitizer watches this build: it has its own allocator then, and everything takes many
// times as long.
#pragma once

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define OMEGA_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define OMEGA_SANITIZED 1
#endif
